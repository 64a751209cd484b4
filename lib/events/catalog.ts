import type { EventPayloads } from './payloads.ts';

/**
 * Every event there is: who makes it, who must hear it, who may see it. An event of audience `builder` can be routed
 * to a builder's destinations, and its name stands in the public `eventType` enum; an internal one stays between us.
 * The outbox keeps an event until each of `consumers` has said that it is done with it.
 */
export type Service = 'identity' | 'installation' | 'reads' | 'notifications';
export type EventType = keyof EventPayloads;

type Entry<T extends EventType> = {
  producer: Service;
  audience: 'builder' | 'internal';
  consumers: readonly Service[];
  /** When it happens, as docs/events.md says it. */
  when: string;
  example: EventPayloads[T];
};

const connection = {
  projectId: '01900000-0000-7000-8000-000000000001',
  connectionId: '01900000-0000-7000-8000-000000000002',
  provider: 'hubspot',
  groupRef: 'acme',
  consumerRef: 'ada',
  consumerName: 'Ada Lovelace',
};

const installation = {
  projectId: connection.projectId,
  provider: 'hubspot',
  integrationId: '01900000-0000-7000-8000-000000000003',
  integrationName: 'contacts-in',
  installationId: '01900000-0000-7000-8000-000000000004',
  connectionId: connection.connectionId,
  groupRef: 'acme',
  groupName: 'Acme Inc.',
  consumerRef: 'ada',
  consumerName: 'Ada Lovelace',
};

const config = {
  provider: 'hubspot',
  read: { objects: { contacts: { objectName: 'contacts', schedule: '*/15 * * * *' } } },
};
const span = {
  objectName: 'contacts',
  fromTimestamp: '2026-01-02T00:00:00.000Z',
  untilTimestamp: '2026-01-03T00:00:00.000Z',
};
const operationId = '01900000-0000-7000-8000-000000000005';
const messageIds = ['01900000-0000-7000-8000-000000000006'];
const destination = { destinationId: '01900000-0000-7000-8000-000000000007', name: 'crm-webhook' };

const aboutConnection = { producer: 'installation', audience: 'builder', consumers: ['notifications'] } as const;
const aboutInstallation = {
  producer: 'installation',
  audience: 'builder',
  consumers: ['reads', 'notifications'],
} as const;
const aboutRead = { producer: 'reads', audience: 'builder', consumers: ['notifications'] } as const;
const aboutDestination = { producer: 'notifications', audience: 'internal', consumers: ['installation'] } as const;

export const catalog: { readonly [T in EventType]: Entry<T> } = {
  'connection.created': { ...aboutConnection, when: 'A customer connected an account.', example: connection },
  'connection.updated': {
    ...aboutConnection,
    consumers: ['reads', 'notifications'],
    when: 'A connection was authorised anew or changed.',
    example: connection,
  },
  'connection.deleted': { ...aboutConnection, when: 'A connection was deleted.', example: connection },
  'connection.refreshed': { ...aboutConnection, when: 'An access token was renewed.', example: connection },
  'connection.error': {
    ...aboutConnection,
    when: 'The provider no longer accepts the credentials of a connection.',
    example: { ...connection, errors: ['The refresh token was revoked.'], error: ['The refresh token was revoked.'] },
  },
  'installation.created': {
    ...aboutInstallation,
    when: 'A customer installed an integration.',
    example: { ...installation, config },
  },
  'installation.updated': {
    ...aboutInstallation,
    when: 'The config of an installation changed.',
    example: { ...installation, config, lastConfig: { provider: 'hubspot' } },
  },
  'installation.deleted': {
    ...aboutInstallation,
    when: 'An installation was removed.',
    example: { ...installation, config },
  },
  'read.backfill.done': {
    ...aboutRead,
    when: 'The history of an object has been read.',
    example: { ...installation, objectName: 'contacts' },
  },
  'read.triggered.done': {
    ...aboutRead,
    when: 'A read on demand succeeded.',
    example: { ...installation, ...span },
  },
  'read.triggered.error': {
    ...aboutRead,
    when: 'A read on demand failed.',
    example: { ...installation, ...span, error: 'The provider refused the credentials.' },
  },
  'read.schedule.paused': {
    ...aboutRead,
    when: 'The scheduled reads of an installation were paused.',
    example: { ...installation, config, error: 'The last five reads failed.' },
  },
  'destination.webhook.disabled': {
    producer: 'notifications',
    audience: 'builder',
    consumers: ['notifications'],
    when: 'A webhook failed for so long that nothing more is sent to it.',
    example: {
      projectId: connection.projectId,
      destinationId: destination.destinationId,
      destinationName: destination.name,
      url: 'https://hooks.acme.example/causeway',
    },
  },
  'read.page.committed': {
    producer: 'reads',
    audience: 'internal',
    consumers: ['notifications'],
    when: 'The messages of a page are stored and can be delivered.',
    example: {
      installationId: installation.installationId,
      groupRef: 'acme',
      objectName: 'contacts',
      operationId,
      destinationName: destination.name,
      messageIds,
    },
  },
  'read.messages.settled': {
    producer: 'notifications',
    audience: 'internal',
    consumers: ['reads'],
    when: 'Every delivery of these messages is final.',
    example: { messageIds, delivered: 1, failed: 0 },
  },
  'operation.changed': {
    producer: 'reads',
    audience: 'internal',
    consumers: ['installation'],
    when: 'An operation started or finished.',
    example: {
      installationId: installation.installationId,
      operationId,
      objectName: 'contacts',
      status: 'success',
      seq: 1_767_312_000_000,
    },
  },
  'integration.objects.dropped': {
    producer: 'installation',
    audience: 'internal',
    consumers: ['reads'],
    when: 'A destructive deploy left out objects that were read before.',
    example: { integrationId: installation.integrationId, objectNames: ['contacts'] },
  },
  'read.objects.dropped': {
    producer: 'reads',
    audience: 'internal',
    consumers: ['reads'],
    when: 'Some installations of an integration have been told of dropped objects; the others are next.',
    example: {
      integrationId: installation.integrationId,
      objectNames: ['contacts'],
      after: installation.installationId,
    },
  },
  'integration.always.changed': {
    producer: 'installation',
    audience: 'internal',
    consumers: ['installation'],
    when: 'A new revision reads other objects for everyone than the one before, or as far back.',
    example: { integrationId: installation.integrationId },
  },
  'installation.revised': {
    producer: 'installation',
    audience: 'internal',
    consumers: ['reads'],
    when: 'What is read for an installation changed with the revision, not with its config.',
    example: { integrationId: installation.integrationId, installationId: installation.installationId },
  },
  'destination.saved': { ...aboutDestination, when: 'A destination was made or renamed.', example: destination },
  'destination.deleted': { ...aboutDestination, when: 'A destination was deleted.', example: destination },
};

/** Types that can be routed and never happen yet: what makes them is not built. */
const SILENT = ['write.async.done', 'subscribe.create.error'] as const;

/** The public `eventType` enum. */
export function builderEventTypes(): string[] {
  const builder = eventTypes().filter((type) => catalog[type].audience === 'builder');
  return [...builder, ...SILENT].sort();
}

export function eventTypes(): EventType[] {
  return Object.keys(catalog) as EventType[];
}

/** Whether this version of Causeway knows the type: a newer producer may send others. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(catalog, type);
}
