import type { Knex } from 'knex';
import { type ClaimOrder, claimRows, reclaimRows } from '../db/claim.ts';
import { dbNow } from '../db/now.ts';
import { parseJson } from '../json/json.ts';
import type { Service } from '../trust/arrows.ts';
import type { CausewayEvent } from './event.ts';

/** An event to publish, and the consumers that have not acknowledged it. */
export type DueEvent = { event: CausewayEvent; consumers: Service[]; attempt: number };

/**
 * The queries of the relay. Claiming a row sets `next_time`, the time of the next publication, which is also the end of
 * the lease. `rings` counts the publications and is the fence. Replicas claim different rows. When a replica dies after
 * it claimed a row, the row waits until its `next_time`.
 */
export type OutboxQueue = {
  /** Events that were never published. `isExpected`: there are some, because the commit of one has woken the relay. */
  claimFresh(limit: number, isExpected?: boolean): Promise<DueEvent[]>;
  /** Events that were published, have a missing acknowledgement and are due again. */
  claimUnacked(limit: number): Promise<DueEvent[]>;
  /**
   * After a failed publication: the events are due again in `delayMs`. The failed attempt does not count, so the gap to
   * the next publication does not grow.
   */
  postpone(ids: readonly string[], delayMs: number): Promise<void>;
  /** Records acknowledgements, and deletes events that all consumers have acknowledged. */
  ack(consumer: Service, ids: readonly string[]): Promise<void>;
  /** Ids of events that `consumer` has not acknowledged, in the order of ids, after the id `after`. */
  unackedIds(consumer: string, after: string, limit: number): Promise<string[]>;
  /** The events with these ids, in the order of ids. Deleted events are left out. */
  events(ids: readonly string[]): Promise<CausewayEvent[]>;
  /** The number of pending events and the time of the oldest event (Unix ms), to detect stuck consumers. */
  backlog(): Promise<{ waiting: number; oldestTime: number | null }>;
};

type Row = {
  id: string;
  project_id: string;
  type: string;
  event_time: number;
  payload: string;
  rings: number;
  traceparent: string | null;
};
const COLUMNS = ['id', 'project_id', 'type', 'event_time', 'payload', 'traceparent'] as const;

/** The gap before the next publication: 10 s, 20 s, 40 s, ... at most 10 min. Ms. */
const PUBLISH_GAP_MS = 'case when rings >= 6 then 600000 else (10000 << rings) end';

export function outboxQueue(db: Knex): OutboxQueue {
  const order = (limit: number): ClaimOrder => ({
    table: 'outbox',
    state: { column: 'state', from: 'fresh', to: 'rung' },
    dueColumn: 'next_time',
    leaseColumn: 'next_time',
    fenceColumn: 'rings',
    index: 'outbox_due',
    limit,
    leaseMs: db.raw(PUBLISH_GAP_MS),
    columns: COLUMNS,
  });
  return {
    claimFresh: async (limit, isExpected = false) =>
      withConsumers(db, await claimRows<Row>(db, { ...order(limit), isExpected })),
    claimUnacked: async (limit) => withConsumers(db, await reclaimRows<Row>(db, order(limit))),
    async postpone(ids, delayMs) {
      if (ids.length === 0) return;
      await db('outbox')
        .whereIn('id', ids)
        .where('rings', '>', 0)
        .update({ next_time: dbNow(db, delayMs), rings: db.raw('rings - 1') });
    },
    async ack(consumer, ids) {
      await db('outbox_acks').where({ consumer }).whereIn('event_id', ids).del();
      await forgetAcknowledged(db, ids);
    },
    unackedIds: (consumer, after, limit) =>
      db('outbox_acks')
        .where({ consumer })
        .where('event_id', '>', after)
        .orderBy('event_id')
        .limit(limit)
        .pluck('event_id'),
    async events(ids) {
      if (ids.length === 0) return [];
      const rows: Omit<Row, 'rings'>[] = await db('outbox').whereIn('id', ids).orderBy('id').select(COLUMNS);
      return rows.map(toEvent);
    },
    async backlog() {
      const [row] = await db('outbox').count({ waiting: '*' }).min({ oldest: 'event_time' });
      return { waiting: Number(row?.['waiting']), oldestTime: row?.['oldest'] ?? null };
    },
  };
}

/**
 * Two statements that commit separately, on purpose: if each acknowledgement were one transaction, two concurrent
 * acknowledgements would each still see the row of the other consumer, and neither would delete the event. After a
 * crash between the two statements, the next publication repairs the event.
 */
async function forgetAcknowledged(db: Knex, ids: readonly string[]): Promise<void> {
  await db('outbox')
    .whereIn('id', ids)
    .whereNotExists(db('outbox_acks').select('event_id').whereRaw('outbox_acks.event_id = outbox.id'))
    .del();
}

/**
 * Reads the consumers after the claim has committed. Within the claim, MySQL could give an event that commits meanwhile
 * without its consumers, because only locked rows are read as they are now.
 */
async function withConsumers(db: Knex, rows: Row[]): Promise<DueEvent[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const awaited: { event_id: string; consumer: Service }[] = await db('outbox_acks')
    .whereIn('event_id', ids)
    .select('event_id', 'consumer');
  const consumersOf = new Map(ids.map((id) => [id, [] as Service[]]));
  for (const { event_id, consumer } of awaited) consumersOf.get(event_id)?.push(consumer);
  const due = rows.map((row) => ({
    event: toEvent(row),
    consumers: consumersOf.get(row.id) ?? [],
    attempt: row.rings,
  }));
  const done = due.filter(({ consumers }) => consumers.length === 0).map(({ event }) => event.id);
  if (done.length > 0) await forgetAcknowledged(db, done);
  return due.filter(({ consumers }) => consumers.length > 0);
}

/** Does not check the payload: the compiler checked it in `eventOf` (event.ts) before the row was written. */
function toEvent({ id, project_id: projectId, type, event_time: time, payload, traceparent }: Omit<Row, 'rings'>) {
  const event = { id, projectId, type, time, payload: parseJson(payload), ...(traceparent && { traceparent }) };
  return event as unknown as CausewayEvent;
}
