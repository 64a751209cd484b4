import type { Knex } from 'knex';
import { isDuplicate } from '../db/errors.ts';
import { dbNow } from '../db/now.ts';
import { SERVICES, type Service } from '../trust/arrows.ts';

/**
 * Makes event handling idempotent. An event may arrive any number of times. The first arrival commits the id of the
 * event together with the effect. A later arrival finds the id and does nothing:
 *
 *     await stores.transaction(async (s) => {
 *       if (!await s.inbox.accept(event.id, 'reads')) return;
 *       ...the effect, through s...
 *     });
 *
 * When two replicas handle the same event concurrently, the second waits for the commit of the first and then gets
 * false.
 *
 * **When an id may be deleted.** Only when its event cannot arrive again, because the producer received our
 * acknowledgement. The consumer does not see this. But the producer publishes an unacknowledged event at least every
 * ten minutes, with no time limit, and each arrival updates the row (`create_time` is the last arrival). So a row is
 * deleted *when another event of the same producer arrived at least a week later and at least an hour ago*. While the
 * bus or the producer is unavailable, no row of this producer is deleted. Once both are available again, the
 * unacknowledged events of this producer have an hour to arrive.
 */
export type InboxStore = {
  /** True for the first arrival. Call it inside the transaction of the effect. */
  accept(eventId: string, producer: Service): Promise<boolean>;
  /** Deletes up to `limit` ids of events that cannot arrive again. Returns the number of deleted ids. */
  purge(limit: number): Promise<number>;
};

const HOUR_MS = 3600_000;
const RETENTION_MS = 7 * 24 * HOUR_MS;
/** Six times the longest gap between two publications of an event. */
const GRACE_MS = HOUR_MS;
/** The last entry, '', matches the rows that old versions wrote without a producer. */
const PRODUCERS_OF_ROWS = [...SERVICES, ''] as const;

export function inboxStore(db: Knex): InboxStore {
  const inbox = () => db('inbox');

  async function purgeOf(producer: Service | '', limit: number): Promise<number> {
    const horizon = await horizonOf(producer);
    if (!horizon) return 0;
    const isOld = () => inbox().where({ producer }).where('create_time', '<', horizon.time);
    const old: string[] = await isOld().orderBy('create_time').limit(limit).pluck('event_id');
    // The delete checks the time again, because an event may have arrived again since the select.
    return old.length === 0 ? 0 : isOld().whereIn('event_id', old).del();
  }
  /** Returns the time in an object, because knex would run a bare raw expression when the promise resolves to it. */
  async function horizonOf(producer: Service | ''): Promise<{ time: number | Knex.Raw } | null> {
    if (producer === '') return { time: dbNow(db, -RETENTION_MS) };
    const last: { create_time: number } | undefined = await inbox()
      .where({ producer })
      .where('create_time', '<=', dbNow(db, -GRACE_MS))
      .orderBy('create_time', 'desc')
      .first('create_time');
    return last ? { time: Number(last.create_time) - RETENTION_MS } : null;
  }
  /** Updates only rows over an hour old: most repetitions come soon after the first arrival and cost no write. */
  async function refresh(eventId: string): Promise<void> {
    const isStale = () => inbox().where({ event_id: eventId }).where('create_time', '<', dbNow(db, -GRACE_MS));
    if (await isStale().first('event_id')) await isStale().update({ create_time: dbNow(db) });
  }

  return {
    async accept(eventId, producer) {
      try {
        await inbox().insert({ event_id: eventId, producer, create_time: dbNow(db) });
        return true;
      } catch (err) {
        if (!isDuplicate(err)) throw err;
        await refresh(eventId);
        return false;
      }
    },
    async purge(limit) {
      let deleted = 0;
      for (const producer of PRODUCERS_OF_ROWS)
        if (deleted < limit) deleted += await purgeOf(producer, limit - deleted);
      return deleted;
    },
  };
}
