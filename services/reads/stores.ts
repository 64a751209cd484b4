import type { Knex } from 'knex';
import { inTransaction } from '../../lib/db/transaction.ts';
import type { CausewayEvent } from '../../lib/events/event.ts';
import { inboxStore } from '../../lib/events/inbox.ts';
import { outboxStore } from '../../lib/events/outbox.ts';
import type { Stores } from './operations/domain/stores.ts';
import { sqlBoundaryStore } from './boundary/store/boundary_store.ts';
import { sqlDestinationStore } from './destinations/store/destination_store.ts';
import { sqlHeldMessageStore } from './messages/store/held_message_store.ts';
import { sqlArchiveStore } from './archive/store/archive_store.ts';
import { sqlKnownRecordStore } from './deletes/store/known_record_store.ts';
import { logStore } from '../../lib/work/store/log_store.ts';
import { READ_TABLES } from './operations/store/read_tables.ts';
import { sqlMessageStore } from './messages/store/message_store.ts';
import { sqlOperationStore } from './operations/store/operation_store.ts';
import { sqlReplayStore } from './replays/store/replay_store.ts';
import { sqlRateBudgetStore } from './rate_limits/store/rate_budget_store.ts';
import { sqlPageStore } from './operations/store/page_store.ts';
import { sqlScheduleStore } from './schedules/store/schedule_store.ts';
import { sqlSweepStore } from './deletes/store/sweep_store.ts';
import { sqlToldDeletionStore, sqlUndeliveredStore } from './deliveries/store/undelivered_store.ts';

export function sqlStores(db: Knex): Stores {
  const outbox = outboxStore(db);
  return {
    destinations: sqlDestinationStore(db),
    undelivered: sqlUndeliveredStore(db),
    toldDeletions: sqlToldDeletionStore(db),
    schedules: sqlScheduleStore(db),
    sweeps: sqlSweepStore(db),
    knownRecords: sqlKnownRecordStore(db),
    operations: sqlOperationStore(db),
    logs: logStore(db, READ_TABLES),
    pages: sqlPageStore(db),
    messages: sqlMessageStore(db),
    heldMessages: sqlHeldMessageStore(db),
    archive: sqlArchiveStore(db),
    replays: sqlReplayStore(db),
    rateBudgets: sqlRateBudgetStore(db),
    boundary: sqlBoundaryStore(db),
    outbox: { add: (...events) => outbox.add(...(events as CausewayEvent[])) },
    inbox: inboxStore(db),
    transaction: (work) => inTransaction(db, (trx) => work(sqlStores(trx))),
  };
}
