import type { Service } from '../trust/arrows.ts';
import {
  exampleConfig,
  exampleConnection,
  exampleDestination,
  exampleInstallation,
  exampleMessageIds,
  exampleOperationId,
  exampleSpan,
  exampleWebhook,
} from './example_parts.ts';
import type { EventPayloads } from './payloads.ts';

/**
 * All event types, each with its producer, consumers and audience. Events of audience `builder` can be routed to a
 * builder's destinations and are in the public `eventType` enum; internal events stay between services. The outbox
 * keeps an event until each of its `consumers` has acknowledged it.
 */
export type EventType = keyof EventPayloads;

type CatalogEntry<T extends EventType> = {
  producer: Service;
  audience: 'builder' | 'internal';
  consumers: readonly Service[];
  /** When the event happens; copied to docs/events.md. */
  when: string;
  example: EventPayloads[T];
};

const operationStatus = {
  installationId: exampleInstallation.installationId,
  operationId: exampleOperationId,
  objectName: 'contacts',
  status: 'success',
  seq: 1_767_312_000_000,
} as const;

const aboutConnection = { producer: 'installation', audience: 'builder', consumers: ['notifications'] } as const;
const aboutInstallation = {
  producer: 'installation',
  audience: 'builder',
  consumers: ['reads', 'notifications'],
} as const;
const aboutRead = { producer: 'reads', audience: 'builder', consumers: ['notifications'] } as const;
const aboutDestination = {
  producer: 'notifications',
  audience: 'internal',
  consumers: ['installation', 'reads'],
} as const;

export const eventCatalog: { readonly [T in EventType]: CatalogEntry<T> } = {
  'connection.created': { ...aboutConnection, when: 'A customer connected an account.', example: exampleConnection },
  'connection.updated': {
    ...aboutConnection,
    consumers: ['reads', 'notifications'],
    when: 'A connection was reauthorised or changed.',
    example: exampleConnection,
  },
  'connection.deleted': { ...aboutConnection, when: 'A connection was deleted.', example: exampleConnection },
  'connection.refreshed': { ...aboutConnection, when: 'An access token was refreshed.', example: exampleConnection },
  'connection.error': {
    ...aboutConnection,
    when: 'The provider no longer accepts the credentials of a connection.',
    example: {
      ...exampleConnection,
      errors: ['The refresh token was revoked.'],
      error: ['The refresh token was revoked.'],
    },
  },
  'installation.created': {
    ...aboutInstallation,
    when: 'A customer installed an integration.',
    example: { ...exampleInstallation, config: exampleConfig },
  },
  'installation.updated': {
    ...aboutInstallation,
    when: 'The config of an installation changed.',
    example: { ...exampleInstallation, config: exampleConfig, lastConfig: { provider: 'hubspot' } },
  },
  'installation.deleted': {
    ...aboutInstallation,
    when: 'An installation was deleted.',
    example: { ...exampleInstallation, config: exampleConfig },
  },
  'read.backfill.done': {
    ...aboutRead,
    when: 'A backfill of an object succeeded.',
    example: { ...exampleInstallation, objectName: 'contacts' },
  },
  'read.triggered.done': {
    ...aboutRead,
    when: 'A triggered read succeeded.',
    example: { ...exampleInstallation, ...exampleSpan },
  },
  'read.triggered.error': {
    ...aboutRead,
    when: 'A triggered read failed.',
    example: { ...exampleInstallation, ...exampleSpan, error: 'The provider refused the credentials.' },
  },
  'read.schedule.paused': {
    ...aboutRead,
    when: 'The scheduled reads of an installation were paused.',
    example: { ...exampleInstallation, config: exampleConfig, error: 'The last five reads failed.' },
  },
  'write.async.done': {
    producer: 'writes',
    audience: 'builder',
    consumers: ['notifications'],
    when: 'An asynchronous write ended, also when some or all of its records failed.',
    example: {
      ...exampleInstallation,
      objectName: 'contacts',
      operationId: exampleOperationId,
      success: false,
      successfulRecordIds: ['901'],
      errors: ['record 1: Acme answered 400: The field email is not valid.'],
    },
  },
  'destination.webhook.disabled': {
    producer: 'notifications',
    audience: 'builder',
    consumers: ['notifications'],
    when: 'A webhook destination was disabled, because its deliveries failed for too long or it answered 410.',
    example: exampleWebhook,
  },
  'destination.webhook.enabled': {
    producer: 'notifications',
    audience: 'builder',
    consumers: ['notifications'],
    when: 'A webhook destination that failures had disabled accepted a held message, and is active again by itself.',
    example: exampleWebhook,
  },
  'read.page.committed': {
    producer: 'reads',
    audience: 'internal',
    consumers: ['notifications'],
    when: 'The messages of a page are stored and can be delivered.',
    example: {
      installationId: exampleInstallation.installationId,
      groupRef: 'acme',
      objectName: 'contacts',
      operationId: exampleOperationId,
      destinationName: exampleDestination.name,
      messageIds: exampleMessageIds,
    },
  },
  'read.messages.settled': {
    producer: 'notifications',
    audience: 'internal',
    consumers: ['reads'],
    when: 'All deliveries of these messages are final.',
    example: { messageIds: exampleMessageIds, delivered: 1, failed: 0 },
  },
  'read.messages.held': {
    producer: 'notifications',
    audience: 'internal',
    consumers: ['reads'],
    when: 'Messages are held, because their destination does not accept them, or are released.',
    example: { messageIds: exampleMessageIds, isHeld: true, seq: 1 },
  },
  'read.messages.delayed': {
    producer: 'notifications',
    audience: 'internal',
    consumers: ['reads'],
    when: 'Deliveries of these operations fail for the first time.',
    example: {
      destinationId: '01990000-0000-7000-8000-000000000004',
      destinationName: 'main',
      operationIds: ['01990000-0000-7000-8000-000000000005'],
      error: 'status 500',
    },
  },
  'operation.changed': {
    producer: 'reads',
    audience: 'internal',
    consumers: ['installation'],
    when: 'An operation started or finished.',
    example: operationStatus,
  },
  'write.operation.ended': {
    producer: 'writes',
    audience: 'internal',
    consumers: ['installation'],
    when: 'A write ended. Of several within a second only the last is told.',
    example: operationStatus,
  },
  'installation.health.reported': {
    producer: 'reads',
    audience: 'internal',
    consumers: ['installation'],
    when: 'A reason for the health of an installation appeared, changed or ended.',
    example: {
      installationId: exampleInstallation.installationId,
      objectName: 'contacts',
      code: 'recordsHeld',
      level: 'warning',
      detail: '20 records are held, because the destination crm-webhook is disabled.',
      since: 1_767_312_000_000,
      seq: 1_767_312_000_000,
    },
  },
  'integration.objects.dropped': {
    producer: 'installation',
    audience: 'internal',
    consumers: ['reads'],
    when: 'A destructive deploy removed objects that were read before.',
    example: { integrationId: exampleInstallation.integrationId, objectNames: ['contacts'] },
  },
  'read.objects.dropped': {
    producer: 'reads',
    audience: 'internal',
    consumers: ['reads'],
    when: 'One batch of installations has paused the removed objects; the next batch follows.',
    example: {
      integrationId: exampleInstallation.integrationId,
      objectNames: ['contacts'],
      after: exampleInstallation.installationId,
    },
  },
  'integration.always.changed': {
    producer: 'installation',
    audience: 'internal',
    consumers: ['installation'],
    when: 'A new revision changes which objects are read for every installation, or how far back.',
    example: { integrationId: exampleInstallation.integrationId },
  },
  'installation.revised': {
    producer: 'installation',
    audience: 'internal',
    consumers: ['reads'],
    when: 'A new revision, not a new config, changed what is read for an installation.',
    example: { integrationId: exampleInstallation.integrationId, installationId: exampleInstallation.installationId },
  },
  'destination.saved': {
    ...aboutDestination,
    when: 'A destination was created or renamed, its status changed, or it lost a former name to another one.',
    example: { ...exampleDestination, status: 'active' },
  },
  'destination.deleted': { ...aboutDestination, when: 'A destination was deleted.', example: exampleDestination },
  'installation.audited': auditedEvent('installation', 'integration.deployed', 'contacts-in'),
  'reads.audited': auditedEvent('reads', 'installation.paused', ''),
  'writes.audited': auditedEvent('writes', 'records.written', 'contacts'),
  'notifications.audited': auditedEvent('notifications', 'destination.updated', 'crm-webhook'),
};

function auditedEvent<S extends Service>(producer: S, action: string, targetName: string) {
  const actor = 'builder:01900000-0000-7000-8000-000000000010';
  return {
    producer,
    audience: 'internal' as const,
    consumers: ['identity'] as const,
    when: 'A person or a key changed or revealed something of this service.',
    example: { actor, action, targetId: exampleInstallation.integrationId, targetName, fields: [] },
  };
}

/** Types that a route accepts, but that no service produces yet, because their features are not built. */
const UNPRODUCED_TYPES = ['subscribe.create.error'] as const;

/** The public `eventType` enum. */
export function builderEventTypes(): string[] {
  const builder = eventTypes().filter((type) => eventCatalog[type].audience === 'builder');
  return [...builder, ...UNPRODUCED_TYPES].sort();
}

export function eventTypes(): EventType[] {
  return Object.keys(eventCatalog) as EventType[];
}

/**
 * Whether `producer` may produce events of this type. True for a type that this version does not know, because no
 * handler can handle such an event.
 */
export function mayProduce(producer: string, type: string): boolean {
  return !isEventType(type) || eventCatalog[type].producer === producer;
}

/** Whether this version knows the type. A newer producer may send unknown types. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventCatalog, type);
}
