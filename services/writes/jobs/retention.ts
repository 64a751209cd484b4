import { COUNTS_KEPT_MS } from '../../../lib/counts/counts.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import { DAY_MS, type RetentionRule } from '../../../lib/retention/retention.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import type { IdempotencyKeyStore } from '../idempotency/idempotency_key.ts';
import type { OperationStore, RecordCountStore } from '../operations/operation.ts';
import { ABANDONED_MS } from '../records/end_operation.ts';

type Stores = {
  operations: OperationStore;
  logs: LogStore;
  counts: RecordCountStore;
  idempotencyKeys: IdempotencyKeyStore;
  inbox: InboxStore;
};

export type RetentionConfig = { bodyRetention: number; logRetentionDays: number; operationRetentionDays: number };

/** The data of the service `writes` that is deleted by age. */
export function retentions(config: RetentionConfig): RetentionRule<Stores>[] {
  return [
    {
      name: 'bodies',
      what: 'sealed requests and responses of writes that ended',
      afterMs: config.bodyRetention,
      drop: (s, before, limit) => s.operations.dropBodies(before, limit),
    },
    {
      name: 'logs',
      what: 'log lines of operations',
      afterMs: config.logRetentionDays * DAY_MS,
      drop: (s, before, limit) => s.logs.dropOlder(before, limit),
    },
    {
      name: 'operations',
      what: 'ended operations, with the rows of their records',
      afterMs: config.operationRetentionDays * DAY_MS,
      drop: (s, before, limit) => s.operations.dropOlder(before, limit),
    },
    {
      name: 'idempotencyKeys',
      what: 'idempotency keys, 24 hours after the end of their write',
      afterMs: 0,
      drop: (s, _now, limit) => s.idempotencyKeys.dropExpired(ABANDONED_MS, limit),
    },
    {
      name: 'counts',
      what: 'counts of records and of requests of the proxy over time',
      afterMs: COUNTS_KEPT_MS,
      drop: (s, before, limit) => s.counts.purge(before, limit),
    },
    {
      name: 'inbox',
      what: 'ids of events that cannot arrive again',
      afterMs: 0,
      drop: (s, _now, limit) => s.inbox.purge(limit),
    },
  ];
}
