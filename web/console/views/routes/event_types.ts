import type { RequestValue } from '../../../api/contract.ts';

/** Every type of the contract, as a record so that a missing one doesn't compile. */
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
