import type { Knex } from 'knex';
import { inTransaction } from '../../../lib/db/transaction.ts';
import type { CausewayEvent } from '../../../lib/events/event.ts';
import { inboxStore } from '../../../lib/events/inbox.ts';
import { outboxStore } from '../../../lib/events/outbox.ts';
import type { Stores } from '../domain/stores.ts';
import { sqlHeldMessageStore } from './held_message_store.ts';
import { sqlLogStore } from './log_store.ts';
import { sqlMessageStore } from './message_store.ts';
import { sqlOperationStore } from './operation_store.ts';
import { sqlScheduleStore } from './schedule_store.ts';

export function sqlStores(db: Knex): Stores {
  const outbox = outboxStore(db);
  return {
    schedules: sqlScheduleStore(db),
    operations: sqlOperationStore(db),
    logs: sqlLogStore(db),
    messages: sqlMessageStore(db),
    heldMessages: sqlHeldMessageStore(db),
    outbox: { add: (event) => outbox.add(event as CausewayEvent) },
    inbox: inboxStore(db),
    transaction: (work) => inTransaction(db, (trx) => work(sqlStores(trx))),
  };
}
