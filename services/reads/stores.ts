import type { Knex } from 'knex';
import type { Backlog } from '../../lib/backlog/backlog_loops.ts';
import { sqlCountStore } from '../../lib/counts/count_store.ts';
import type { Transacting } from '../../lib/db/transacting.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import type { CausewayEvent } from '../../lib/events/event.ts';
import { type InboxStore, inboxStore } from '../../lib/events/inbox.ts';
import { type OutboxStore, outboxStore } from '../../lib/events/outbox.ts';
import { outboxBacklog } from '../../lib/events/outbox_backlog.ts';
import { logStore } from '../../lib/work/log_store.ts';
import type { LogStore } from '../../lib/work/operation_log.ts';
import { workBacklog } from '../../lib/work/work_backlog.ts';
import { sqlArchiveStore } from './archive/archive_store.ts';
import type { ArchiveStore } from './archive/archived_page.ts';
import type { BoundaryStore } from './boundary/boundary_note.ts';
import { sqlBoundaryStore } from './boundary/boundary_store.ts';
import { sqlKnownRecordStore, sqlToldDeletionStore } from './deletes/known_record_store.ts';
import type { KnownRecordStore, SweepStore, ToldDeletionStore } from './deletes/sweep.ts';
import { sqlSweepStore } from './deletes/sweep_store.ts';
import type { UndeliveredStore } from './deliveries/undelivered.ts';
import { sqlUndeliveredStore } from './deliveries/undelivered_store.ts';
import type { DestinationStore } from './destinations/destination.ts';
import { sqlDestinationStore } from './destinations/destination_store.ts';
import { sqlHeldMessageStore } from './messages/held_message_store.ts';
import type { HeldMessageStore, MessageStore } from './messages/message.ts';
import { type RecentBodies, recentBodies, sqlMessageStore } from './messages/message_store.ts';
import type { OperationStore, RecordCountStore } from './operations/operation.ts';
import { READ_TABLES } from './operations/operation_row_store.ts';
import { sqlOperationStore } from './operations/operation_store.ts';
import type { PageStore } from './operations/page.ts';
import { sqlPageStore } from './operations/page_store.ts';
import type { FormerBudgetStore } from './rate_limits/former_budget.ts';
import { sqlFormerBudgetStore } from './rate_limits/former_budget_store.ts';
import type { ReplayStore } from './replays/replay.ts';
import { sqlReplayStore } from './replays/replay_store.ts';
import type { NextStartStore, ScheduleStore } from './schedules/schedule.ts';
import { scheduleBacklog } from './schedules/schedule_backlog_store.ts';
import { sqlNextStartStore, sqlScheduleStore } from './schedules/schedule_store.ts';

/** All tables of reads. A use case names those that it uses. */
export type Stores = Transacting<{
  destinations: DestinationStore;
  undelivered: UndeliveredStore;
  toldDeletions: ToldDeletionStore;
  sweeps: SweepStore;
  knownRecords: KnownRecordStore;
  schedules: ScheduleStore;
  nextStarts: NextStartStore;
  operations: OperationStore;
  logs: LogStore;
  pages: PageStore;
  counts: RecordCountStore;
  messages: MessageStore;
  heldMessages: HeldMessageStore;
  archive: ArchiveStore;
  replays: ReplayStore;
  formerBudgets: FormerBudgetStore;
  boundary: BoundaryStore;
  /** For the metrics. */
  queues: { list(): Promise<Backlog[]> };
  outbox: OutboxStore;
  inbox: InboxStore;
}>;

/** `recent`: kept between the transactions of one database. */
export function sqlStores(db: Knex, recent: RecentBodies = recentBodies()): Stores {
  const outbox = outboxStore(db);
  return {
    destinations: sqlDestinationStore(db),
    undelivered: sqlUndeliveredStore(db),
    toldDeletions: sqlToldDeletionStore(db),
    schedules: sqlScheduleStore(db),
    nextStarts: sqlNextStartStore(db),
    sweeps: sqlSweepStore(db),
    knownRecords: sqlKnownRecordStore(db),
    operations: sqlOperationStore(db),
    logs: logStore(db, READ_TABLES),
    pages: sqlPageStore(db),
    counts: sqlCountStore(db),
    messages: sqlMessageStore(db, recent),
    heldMessages: sqlHeldMessageStore(db),
    archive: sqlArchiveStore(db),
    replays: sqlReplayStore(db),
    formerBudgets: sqlFormerBudgetStore(db),
    boundary: sqlBoundaryStore(db),
    queues: {
      list: async () => [
        await scheduleBacklog(db),
        { queue: 'reads', ...(await workBacklog(db, READ_TABLES)) },
        await outboxBacklog(db, 'reads'),
      ],
    },
    outbox: { add: (...events) => outbox.add(...(events as CausewayEvent[])) },
    inbox: inboxStore(db),
    transaction: (work) => inTransaction(db, (trx) => work(sqlStores(trx, recent))),
  };
}
