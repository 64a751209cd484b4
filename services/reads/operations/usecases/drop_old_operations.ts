import type { Clock } from '../../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { clock: Clock; retentionDays: number };

const BATCH = 500;
const DAY = 24 * 3_600_000;

/**
 * Deletes operations after their retention; see operations/store/operation_purge.ts. Each round examines the next ones and returns
 * true until all were examined; the round after that begins again.
 */
export function makeDropOldOperations({ clock, retentionDays }: Deps) {
  let from = '';
  return async function dropOldOperations({ operations }: Stores, limit = BATCH): Promise<boolean> {
    const { next, hasMore } = await operations.purge(from, clock.now() - retentionDays * DAY, limit);
    from = next;
    return hasMore;
  };
}
