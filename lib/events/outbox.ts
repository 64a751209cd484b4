import type { Knex } from 'knex';
import { dbNow } from '../db/now.ts';
import { databaseKey } from '../db/traits.ts';
import { afterCommit } from '../db/transaction.ts';
import { stringifyJson } from '../json/json.ts';
import { catalog } from './catalog.ts';
import type { CausewayEvent } from './event.ts';

/**
 * A change and the news of it commit together, or neither does. A use case adds its events through the same
 * transaction as its change; nothing is sent from there. The relay (relay.ts) finds the rows and rings for them, at
 * once after the commit, and again with growing gaps until every consumer has acknowledged. Only then is a row gone:
 * what the bus says counts for nothing, so a bus that loses everything costs time and no events.
 *
 * `outbox_acks` holds one row for each acknowledgement still awaited.
 */
export type OutboxStore = {
  /** Adds events to the current transaction. */
  add(...events: CausewayEvent[]): Promise<void>;
};

/** Whoever sends for a database. `publishOnce` stands in for the outbox when a crash test has it dropped. */
export type Outlet = { nudge(): void; publishOnce?: (events: CausewayEvent[]) => void };

const outlets = new WeakMap<object, Outlet>();

export function setOutlet(db: Knex, outlet: Outlet | undefined): void {
  if (outlet) outlets.set(databaseKey(db), outlet);
  else outlets.delete(databaseKey(db));
}

export function outboxStore(db: Knex): OutboxStore {
  return {
    async add(...events) {
      if (events.length === 0) return;
      const outlet = outlets.get(databaseKey(db));
      if (outlet?.publishOnce) return afterCommit(db, () => outlet.publishOnce?.(events));
      await insert(db, events);
      afterCommit(db, () => outlets.get(databaseKey(db))?.nudge());
    },
  };
}

async function insert(db: Knex, events: CausewayEvent[]): Promise<void> {
  await db('outbox').insert(
    events.map((event) => ({
      id: event.id,
      project_id: event.projectId,
      type: event.type,
      event_time: event.time,
      payload: stringifyJson(event.payload),
      state: 'fresh',
      next_time: dbNow(db),
      rings: 0,
    })),
  );
  const awaited = events.flatMap(({ id, type }) =>
    catalog[type].consumers.map((consumer) => ({ event_id: id, consumer })),
  );
  await db('outbox_acks').insert(awaited);
}
