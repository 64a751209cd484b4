import type { Knex } from 'knex';
import { inTransaction } from '../../../lib/db/transaction.ts';
import type { CausewayEvent } from '../../../lib/events/event.ts';
import { inboxStore } from '../../../lib/events/inbox.ts';
import { outboxStore } from '../../../lib/events/outbox.ts';
import type { Stores } from '../domain/stores.ts';
import { sqlBoundaryStore } from './boundary_store.ts';
import { sqlDestinationStore } from './destination_store.ts';
import { sqlHeldMessageStore } from './held_message_store.ts';
import { sqlArchiveStore } from './archive_store.ts';
import { sqlKnownRecordStore } from './known_record_store.ts';
import { sqlLogStore } from './log_store.ts';
import { sqlMessageStore } from './message_store.ts';
import { sqlOperationStore } from './operation_store.ts';
import { sqlReplayStore } from './replay_store.ts';
import { sqlRateBudgetStore } from './rate_budget_store.ts';
import { sqlPageStore } from './page_store.ts';
import { sqlScheduleStore } from './schedule_store.ts';
import { sqlSweepStore } from './sweep_store.ts';
import { sqlToldDeletionStore, sqlUndeliveredStore } from './undelivered_store.ts';

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
    logs: sqlLogStore(db),
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
