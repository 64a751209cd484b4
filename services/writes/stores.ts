import type { Knex } from 'knex';
import type { Backlog } from '../../lib/backlog/backlog_loops.ts';
import { sqlCountStore } from '../../lib/counts/count_store.ts';
import type { CountStore } from '../../lib/counts/counts.ts';
import type { Transacting } from '../../lib/db/transacting.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import type { CausewayEvent } from '../../lib/events/event.ts';
import { type InboxStore, inboxStore } from '../../lib/events/inbox.ts';
import { type OutboxStore, outboxStore } from '../../lib/events/outbox.ts';
import { outboxBacklog } from '../../lib/events/outbox_backlog.ts';
import { logStore } from '../../lib/work/log_store.ts';
import type { LogStore } from '../../lib/work/operation_log.ts';
import { workBacklog } from '../../lib/work/work_backlog.ts';
import type { IdempotencyKeyStore } from './idempotency/idempotency_key.ts';
import { sqlIdempotencyKeyStore } from './idempotency/idempotency_key_store.ts';
import type { OperationStore, RecordCountStore } from './operations/operation.ts';
import { sqlOperationStore } from './operations/operation_store.ts';
import type { ProxyKind } from './proxy/proxy_counts.ts';
import type { QueuedRecordStore } from './records/queued_record.ts';
import { sqlQueuedRecordStore, WRITE_TABLES } from './records/queued_record_store.ts';

/** All tables of writes. A use case names those that it uses. */
export type Stores = Transacting<{
  operations: OperationStore;
  queuedRecords: QueuedRecordStore;
  idempotencyKeys: IdempotencyKeyStore;
  logs: LogStore;
  counts: RecordCountStore;
  /** The same table, for the kinds of the proxy. */
  proxyCounts: CountStore<ProxyKind>;
  /** For the metrics. */
  queues: { list(): Promise<Backlog[]> };
  outbox: OutboxStore;
  inbox: InboxStore;
}>;

export function sqlStores(db: Knex): Stores {
  const outbox = outboxStore(db);
  return {
    operations: sqlOperationStore(db),
    queuedRecords: sqlQueuedRecordStore(db),
    idempotencyKeys: sqlIdempotencyKeyStore(db),
    logs: logStore(db, WRITE_TABLES),
    counts: sqlCountStore(db),
    proxyCounts: sqlCountStore(db),
    queues: {
      list: async () => [
        { queue: 'writes', ...(await workBacklog(db, WRITE_TABLES)) },
        await outboxBacklog(db, 'writes'),
      ],
    },
    outbox: { add: (...events) => outbox.add(...(events as CausewayEvent[])) },
    inbox: inboxStore(db),
    transaction: (work) => inTransaction(db, (trx) => work(sqlStores(trx))),
  };
}
