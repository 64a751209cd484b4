import type { Knex } from 'knex';
import { isDuplicate } from '../db/errors.ts';
import { dbNow } from '../db/now.ts';

/**
 * Twice is once. An event may arrive any number of times; its effect is committed together with its id here, so the
 * second time finds the id and does nothing:
 *
 *     await stores.transaction(async (s) => {
 *       if (!await s.inbox.accept(event.id)) return;
 *       ...the effect, through s...
 *     });
 *
 * A replica that handles the same event at the same moment waits here for the other's commit, and then is told no.
 * An id is kept for a week: rings come at least every ten minutes until the producer has heard the acknowledgement.
 */
export type InboxStore = {
  /** True the first time. Call it inside the transaction of the effect. */
  accept(eventId: string): Promise<boolean>;
  /** Forgets ids older than a week, at most a thousand a call; returns how many. */
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
