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
import { sqlArchiveStore } from './archive/archive_store.ts';
import { sqlBoundaryStore } from './boundary/boundary_store.ts';
import { sqlKnownRecordStore, sqlReportedDeletionStore } from './deletes/known_record_store.ts';
import { sqlSweepStore } from './deletes/sweep_store.ts';
import { sqlUndeliveredStore } from './deliveries/undelivered_store.ts';
import { sqlDestinationStore } from './destinations/destination_store.ts';
import { sqlHeldMessageStore } from './messages/held_message_store.ts';
import { type RecentBodies, recentBodies, sqlMessageStore } from './messages/message_store.ts';
import type { RECORD_KINDS } from './operations/operation.ts';
import { READ_TABLES } from './operations/operation_row_store.ts';
import { sqlOperationStore } from './operations/operation_store.ts';
import { sqlPageStore } from './operations/page_store.ts';
import { sqlFormerBudgetStore } from './rate_limits/former_budget_store.ts';
import { sqlReplayStore } from './replays/replay_store.ts';
import { scheduleBacklog } from './schedules/schedule_backlog_store.ts';
import { sqlNextStartStore, sqlScheduleStore } from './schedules/schedule_store.ts';

/** The stores of the service, each on its tables. Each use case names the stores that it uses. */
function storesOn(db: Knex, recent: RecentBodies) {
  const outbox = outboxStore(db);
  return {
    destinations: sqlDestinationStore(db),
    undelivered: sqlUndeliveredStore(db),
    reportedDeletions: sqlReportedDeletionStore(db),
    schedules: sqlScheduleStore(db),
    nextStarts: sqlNextStartStore(db),
    sweeps: sqlSweepStore(db),
    knownRecords: sqlKnownRecordStore(db),
    operations: sqlOperationStore(db),
    logs: logStore(db, READ_TABLES),
    pages: sqlPageStore(db),
    counts: sqlCountStore<(typeof RECORD_KINDS)[number]>(db),
    messages: sqlMessageStore(db, recent),
    heldMessages: sqlHeldMessageStore(db),
    archive: sqlArchiveStore(db),
    replays: sqlReplayStore(db),
    formerBudgets: sqlFormerBudgetStore(db),
    boundary: sqlBoundaryStore(db),
    /** The lengths of the queues, for the metrics. */
    queues: {
      list: async () => [
        await scheduleBacklog(db),
        { queue: 'reads', ...(await workBacklog(db, READ_TABLES)) },
        await outboxBacklog(db, 'reads'),
      ],
    },
    outbox: { add: (...events: Parameters<OutboxStore['add']>) => outbox.add(...(events as CausewayEvent[])) },
    inbox: inboxStore(db),
  };
}

export type Stores = TransactionalStores<ReturnType<typeof storesOn>>;

/** `recent`: the cache that all transactions of one database share. */
export function sqlStores(db: Knex, recent: RecentBodies = recentBodies()): Stores {
  return {
    ...storesOn(db, recent),
    transaction: (work) => inTransaction(db, (trx) => work(storesOn(trx, recent))),
  };
}
