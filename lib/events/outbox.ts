import type { Knex } from 'knex';
import { dbNow } from '../db/now.ts';
import { databaseKey } from '../db/traits.ts';
import { afterCommit } from '../db/transaction.ts';
import { stringifyJson } from '../json/json.ts';
import { traceparent } from '../telemetry/tracing.ts';
import { eventCatalog } from './catalog.ts';
import type { CausewayEvent } from './event.ts';

/**
 * Transactional outbox. A use case adds its events in the same transaction as its change, so both commit or neither
 * does. The transaction sends nothing: the relay (relay.ts) publishes the rows right after the commit, and again with
 * growing gaps until every consumer has acknowledged. Then the row is deleted. A row stays even after the bus has
 * accepted the event, so a bus that loses everything costs time but no events.
 *
 * `outbox_acks` holds one row per missing acknowledgement.
 */
export type OutboxStore = {
  /** Adds events to the current transaction. */
  add(...events: CausewayEvent[]): Promise<void>;
};

/** The relay of a database. The commit of an event wakes the relay. */
type WakeableRelay = { wake(): void };

/** Max events that one statement inserts. */
const AT_ONCE = 100;

const relays = new WeakMap<object, WakeableRelay>();

export function setRelay(db: Knex, relay: WakeableRelay | undefined): void {
  if (relay) relays.set(databaseKey(db), relay);
  else relays.delete(databaseKey(db));
}

export function outboxStore(db: Knex): OutboxStore {
  return {
    async add(...events) {
      if (events.length === 0) return;
      await insertEvents(db, events);
      afterCommit(db, () => relays.get(databaseKey(db))?.wake());
    },
  };
}

/** Inserts in portions: SQLite accepts at most 500 rows per statement, and an event has up to two acknowledgements. */
async function insertEvents(db: Knex, events: CausewayEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += AT_ONCE)
    await insertPortion(db, events.slice(start, start + AT_ONCE));
}

async function insertPortion(db: Knex, events: CausewayEvent[]): Promise<void> {
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
      traceparent: traceparent(),
    })),
  );
  const awaited = events.flatMap(({ id, type }) =>
    eventCatalog[type].consumers.map((consumer) => ({ event_id: id, consumer })),
  );
  await db('outbox_acks').insert(awaited);
}
