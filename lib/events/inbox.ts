import type { Knex } from 'knex';
import { isDuplicate } from '../db/errors.ts';
import { dbNow } from '../db/now.ts';
import { SERVICES, type Service } from '../trust/arrows.ts';

/**
 * Makes event handling idempotent. An event may arrive any number of times. Its id is committed here together with its
 * effect, so a repetition finds the id and does nothing:
 *
 *     await stores.transaction(async (s) => {
 *       if (!await s.inbox.accept(event.id, 'reads')) return;
 *       ...the effect, through s...
 *     });
 *
 * Of two replicas that handle the same event concurrently, the second waits for the commit of the first and then gets
 * false.
 *
 * **When an id may be deleted.** Only when its event cannot arrive again, because the producer received our
 * acknowledgement. The consumer does not see this. But the producer publishes an unacknowledged event at least every
 * ten minutes, with no time limit, and each arrival updates the row (`create_time` is the last arrival). So a row is
 * deleted *when the same producer has an arrival a week or more after it, and that arrival is at least an hour old*.
 * While the bus or the producer is unavailable, no row of this producer is deleted. After that, its unacknowledged
 * events have an hour to arrive again.
 */
export type InboxStore = {
  /** True for the first arrival. Call it inside the transaction of the effect. */
  accept(eventId: string, producer: Service): Promise<boolean>;
  /** Deletes up to `limit` ids that cannot arrive again. Returns how many. */
  purge(limit: number): Promise<number>;
};

const HOUR_MS = 3600_000;
const RETENTION_MS = 7 * 24 * HOUR_MS;
/** Six times the longest gap between two publications of an event. */
const GRACE_MS = HOUR_MS;
/** The last entry stands for the rows of old versions, which have no producer. */
const PRODUCERS = [...SERVICES, ''] as const;

export function inboxStore(db: Knex): InboxStore {
  const inbox = () => db('inbox');

  async function purgeOf(producer: Service | '', limit: number): Promise<number> {
    const horizon = await horizonOf(producer);
    if (!horizon) return 0;
    const isOld = () => inbox().where({ producer }).where('create_time', '<', horizon.time);
    const old: string[] = await isOld().orderBy('create_time').limit(limit).pluck('event_id');
    // The condition is repeated in the delete: an event may have arrived again meanwhile.
    return old.length === 0 ? 0 : isOld().whereIn('event_id', old).del();
  }
  /** The expression is in an object, because a promise of it would run it. */
  async function horizonOf(producer: Service | ''): Promise<{ time: number | Knex.Raw } | null> {
    if (producer === '') return { time: dbNow(db, -RETENTION_MS) };
    const last: { create_time: number } | undefined = await inbox()
      .where({ producer })
      .where('create_time', '<=', dbNow(db, -GRACE_MS))
      .orderBy('create_time', 'desc')
      .first('create_time');
    return last ? { time: Number(last.create_time) - RETENTION_MS } : null;
  }
  /** Most repetitions come soon after the first arrival. They do not update the row. */
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
      for (const producer of PRODUCERS) if (deleted < limit) deleted += await purgeOf(producer, limit - deleted);
      return deleted;
    },
  };
}
