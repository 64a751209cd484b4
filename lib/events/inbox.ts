import type { Knex } from 'knex';
import { isDuplicate } from '../db/errors.ts';
import { dbNow } from '../db/now.ts';

/**
 * Makes event handling idempotent. An event may arrive any number of times. Its id is committed here together with its
 * effect, so a repetition finds the id and does nothing:
 *
 *     await stores.transaction(async (s) => {
 *       if (!await s.inbox.accept(event.id)) return;
 *       ...the effect, through s...
 *     });
 *
 * Of two replicas that handle the same event concurrently, the second waits for the commit of the first and then gets
 * false. Ids are kept for a week; the producer publishes unacknowledged events at least every ten minutes.
 */
export type InboxStore = {
  /** True for the first arrival. Call it inside the transaction of the effect. */
  accept(eventId: string): Promise<boolean>;
  /** Deletes ids older than a week, at most a thousand per call. Returns how many. */
  purge(): Promise<number>;
};

const KEPT = 7 * 24 * 3600_000;
const PURGED_AT_ONCE = 1000;

export function inboxStore(db: Knex): InboxStore {
  return {
    async accept(eventId) {
      try {
        await db('inbox').insert({ event_id: eventId, create_time: dbNow(db) });
        return true;
      } catch (err) {
        if (isDuplicate(err)) return false;
        throw err;
      }
    },
    async purge() {
      const old = await db('inbox')
        .where('create_time', '<', dbNow(db, -KEPT))
        .orderBy('create_time')
        .limit(PURGED_AT_ONCE)
        .pluck('event_id');
      return old.length === 0 ? 0 : db('inbox').whereIn('event_id', old).del();
    },
  };
}
