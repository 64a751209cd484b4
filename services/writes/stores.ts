import type { Knex } from 'knex';
import { sqlCountStore } from '../../lib/counts/count_store.ts';
import type { TransactionalStores } from '../../lib/db/transacting.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import type { CausewayEvent } from '../../lib/events/event.ts';
import { inboxStore } from '../../lib/events/inbox.ts';
import { type OutboxStore, outboxStore } from '../../lib/events/outbox.ts';
import { outboxBacklog } from '../../lib/events/outbox_backlog.ts';
import { logStore } from '../../lib/work/log_store.ts';
import { workBacklog } from '../../lib/work/work_backlog.ts';
import { sqlIdempotencyKeyStore } from './idempotency/idempotency_key_store.ts';
import type { RECORD_KINDS } from './operations/operation.ts';
import { sqlOperationStore } from './operations/operation_store.ts';
import type { ProxyKind } from './proxy/proxy_counts.ts';
import { sqlQueuedRecordStore, WRITE_TABLES } from './records/queued_record_store.ts';

/** The stores of the service, each on its tables. Each use case names the stores that it uses. */
function storesOn(db: Knex) {
  const outbox = outboxStore(db);
  return {
    operations: sqlOperationStore(db),
    queuedRecords: sqlQueuedRecordStore(db),
    idempotencyKeys: sqlIdempotencyKeyStore(db),
    logs: logStore(db, WRITE_TABLES),
    counts: sqlCountStore<(typeof RECORD_KINDS)[number]>(db),
    /** The counts of the proxy, in the same table as `counts`. */
    proxyCounts: sqlCountStore<ProxyKind>(db),
    /** The lengths of the queues, for the metrics. */
    queues: {
      list: async () => [
        { queue: 'writes', ...(await workBacklog(db, WRITE_TABLES)) },
        await outboxBacklog(db, 'writes'),
      ],
    },
    outbox: { add: (...events: Parameters<OutboxStore['add']>) => outbox.add(...(events as CausewayEvent[])) },
    inbox: inboxStore(db),
  };
}

export type Stores = TransactionalStores<ReturnType<typeof storesOn>>;

export function sqlStores(db: Knex): Stores {
  return {
    ...storesOn(db),
    transaction: (work) => inTransaction(db, (trx) => work(storesOn(trx))),
  };
}
