import type { AuditPayload } from '../events/payloads.ts';
import type { Service } from '../trust/arrows.ts';

/**
 * The actions of the audit log, as `<thing>.<verb>`, by the service that owns the thing, each with a description. They
 * are public: a test checks that the enum of the OpenAPI document has the same actions.
 */
export const auditActions = {
  identity: {
    'apiKey.created': 'An API key was made.',
    'apiKey.updated': 'An API key was renamed, limited, turned off or on.',
    'apiKey.deleted': 'An API key was deleted.',
    'apiKey.revealed': 'Values of API keys were shown. Once an hour for each caller.',
    'branding.updated': 'The logo or the colour of the connect page was changed.',
    'domain.claimed': 'A domain was claimed for the org.',
    'invite.created': 'Somebody was invited to the org.',
    'invite.deleted': 'An invite was withdrawn.',
    'jwtKey.created': 'A key for customers’ tokens was registered.',
    'jwtKey.updated': 'A key for customers’ tokens was renamed, turned off or on.',
    'jwtKey.deleted': 'A key for customers’ tokens was deleted.',
    'member.added': 'A builder became a member of the org.',
    'member.updated': 'A member got another role.',
    'member.removed': 'A builder left the org or was removed.',
    'org.updated': 'The org was renamed.',
    'project.created': 'The project was made.',
    'project.updated': 'Settings of the project were changed.',
    'session.created': 'A builder signed in to the console.',
  },
  installation: {
    'connection.created': 'An account was connected.',
    'connection.updated': 'An account was connected again, or its settings were changed.',
    'connection.deleted': 'A connection was deleted.',
    'connection.revealed': 'The credentials of a connection were shown. Once an hour for each caller.',
    'connectSession.created': 'A link to the connect page was made.',
    'installation.created': 'An integration was installed for a customer.',
    'installation.updated': 'The config or the connection of an installation was changed.',
    'installation.deleted': 'An installation was deleted.',
    'integration.deployed': 'An integration got a new revision.',
    'integration.deleted': 'An integration was deleted.',
    'providerApp.created': 'An OAuth client was stored.',
    'providerApp.updated': 'An OAuth client was changed.',
    'providerApp.deleted': 'An OAuth client was deleted.',
  },
  reads: {
    'installation.paused': 'Scheduled reads were paused.',
    'installation.unpaused': 'Scheduled reads go on.',
    'operation.replayed': 'An operation was replayed.',
  },
  writes: {
    'records.written': 'Records of an object were created, updated or deleted. Once an hour for each caller.',
  },
  notifications: {
    'delivery.resent': 'A message was sent to its destination again.',
    'destination.created': 'A destination was made.',
    'destination.updated': 'A destination was changed, paused or resumed, or got another secret.',
    'destination.deleted': 'A destination was deleted.',
    'destination.enabled': 'A destination that failures had disabled accepted a held message, and was made active.',
    'destination.revealed': 'The signing secret of a destination was shown. Once an hour for each caller.',
    'destination.tested': 'A test message was sent to a destination.',
    'recovery.created': 'Messages that a destination did not get were sent again.',
    'recovery.cancelled': 'Sending them again was cancelled.',
    'route.created': 'A route was made.',
    'route.deleted': 'A route was deleted.',
    'topic.created': 'A topic was made.',
    'topic.updated': 'A topic was renamed.',
    'topic.deleted': 'A topic was deleted.',
  },
} as const satisfies Record<Service, Record<string, string>>;

type AuditAction<S extends Service = Service> = { [K in Service]: keyof (typeof auditActions)[K] }[S];

/** An action on one thing. The action has names and ids, never values. */
export type AuditedChange<S extends Service = Service> = {
  action: AuditAction<S>;
  targetId: string;
  /** The name of the thing at the time of the action; '' when it has no name. */
  targetName?: string;
  /** The fields that were changed, as the request named them. */
  fields?: readonly string[];
};

/** The actor of the few changes that Causeway makes instead of a person. */
export const CAUSEWAY_ACTOR = 'causeway';

/**
 * The payload of an entry, truncated to the stored lengths. Undefined unless a person, a key or CAUSEWAY_ACTOR is the
 * actor.
 */
export function auditPayload(actor: string, change: AuditedChange): AuditPayload | undefined {
  if (actor.startsWith('system:') || actor === '' || actor === 'nobody') return undefined;
  const { action, targetId, targetName = '', fields = [] } = change;
  const cut = (text: string) => text.slice(0, MAX_TEXT_LENGTH);
  return {
    actor: cut(actor),
    action,
    targetId: cut(targetId),
    targetName: cut(targetName),
    fields: fields.slice(0, MAX_FIELDS).map(cut),
  };
}

const MAX_TEXT_LENGTH = 191;
const MAX_FIELDS = 50;
