import type { RequestValue } from '../../../api/contract.ts';

/** Every event type of the contract. A record, so that a missing type does not compile. */
const TYPES: Record<RequestValue<'EventType'>, true> = {
  'connection.created': true,
  'connection.updated': true,
  'connection.error': true,
  'connection.refreshed': true,
  'connection.deleted': true,
  'installation.created': true,
  'installation.updated': true,
  'installation.deleted': true,
  'read.schedule.paused': true,
  'read.backfill.done': true,
  'read.triggered.done': true,
  'read.triggered.error': true,
  'write.async.done': true,
  'subscribe.create.error': true,
  'destination.webhook.disabled': true,
  'destination.webhook.enabled': true,
};

export const EVENT_TYPES = Object.keys(TYPES) as RequestValue<'EventType'>[];
