import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores; clock: Clock; retentionDays: number };

const BATCH = 500;
const DAY = 24 * 3_600_000;

/**
 * One bounded round of deleting rows of messages as long after their delivery as operations are kept. Their bodies were
 * dropped long before. Returns true when there may be more.
 */
export function makeDropOldMessages({ stores, clock, retentionDays }: Deps) {
  return async function dropOldMessages(limit = BATCH): Promise<boolean> {
    return (await stores.messages.dropRows(clock.now() - retentionDays * DAY, limit)) === limit;
  };
}
