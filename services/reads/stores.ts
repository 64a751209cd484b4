import type { Knex } from 'knex';
import { inTransaction } from '../../lib/db/transaction.ts';
import type { Transacting } from '../../lib/db/transacting.ts';
import type { CausewayEvent } from '../../lib/events/event.ts';
import { sqlCountStore } from '../../lib/counts/count_store.ts';
import { inboxStore } from '../../lib/events/inbox.ts';
import { outboxStore } from '../../lib/events/outbox.ts';
import { sqlBoundaryStore } from './boundary/store/boundary_store.ts';
import { sqlDestinationStore } from './destinations/store/destination_store.ts';
import { sqlHeldMessageStore } from './messages/store/held_message_store.ts';
import { sqlArchiveStore } from './archive/store/archive_store.ts';
import { sqlKnownRecordStore } from './deletes/store/known_record_store.ts';
import { logStore } from '../../lib/work/store/log_store.ts';
import { READ_TABLES } from './operations/store/read_tables.ts';
import { sqlMessageStore } from './messages/store/message_store.ts';
import { recentBodies, type RecentBodies } from './messages/store/recent_bodies.ts';
import { sqlOperationStore } from './operations/store/operation_store.ts';
import { sqlReplayStore } from './replays/store/replay_store.ts';
import { sqlFormerBudgetStore } from './rate_limits/store/former_budget_store.ts';
import { sqlPageStore } from './operations/store/page_store.ts';
import { sqlNextStartStore } from './schedules/store/next_start_store.ts';
import { sqlScheduleStore } from './schedules/store/schedule_store.ts';
import { sqlSweepStore } from './deletes/store/sweep_store.ts';
import { sqlUndeliveredStore } from './deliveries/store/undelivered_store.ts';
import { sqlToldDeletionStore } from './deletes/store/told_deletion_store.ts';
import type { ArchiveStore } from './archive/domain/archive_store.ts';
import type { BoundaryStore } from './boundary/domain/boundary_store.ts';
import type { KnownRecordStore } from './deletes/domain/known_record_store.ts';
import type { SweepStore } from './deletes/domain/sweep_store.ts';
import type { ToldDeletionStore } from './deletes/domain/told_deletion_store.ts';
import type { UndeliveredStore } from './deliveries/domain/undelivered.ts';
import type { DestinationStore } from './destinations/domain/destination.ts';
import type { InboxStore, OutboxStore } from './domain/event_stores.ts';
import type { HeldMessageStore } from './messages/domain/held_message_store.ts';
import type { MessageStore } from './messages/domain/message_store.ts';
import type { LogStore } from '../../lib/work/domain/operation_log.ts';
import type { OperationStore } from './operations/domain/operation_store.ts';
import type { RecordCountStore } from './operations/domain/record_counts.ts';
import type { PageStore } from './operations/domain/page_store.ts';
import type { FormerBudgetStore } from './rate_limits/domain/former_budget_store.ts';
import type { ReplayStore } from './replays/domain/replay_store.ts';
import type { NextStartStore, ScheduleStore } from './schedules/domain/schedule_store.ts';

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
    outbox: { add: (...events) => outbox.add(...(events as CausewayEvent[])) },
    inbox: inboxStore(db),
    transaction: (work) => inTransaction(db, (trx) => work(sqlStores(trx, recent))),
  };
}
