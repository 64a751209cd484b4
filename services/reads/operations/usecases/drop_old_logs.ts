import type { Clock } from '../../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores; clock: Clock; retentionDays: number };

const BATCH = 500;
const DAY = 24 * 3_600_000;

/**
 * One bounded round of deleting log lines and ledger pages after their retention. Returns true when there may be more.
 * Replicas that run it at the same time select the same lines, and the slower one deletes nothing.
 */
export function makeDropOldLogs({ stores, clock, retentionDays }: Deps) {
  return async function dropOldLogs(limit = BATCH): Promise<boolean> {
    const before = clock.now() - retentionDays * DAY;
    const lines = await stores.logs.dropOlder(before, limit);
    const pages = await stores.pages.dropOlder(before, limit);
    return lines === limit || pages === limit;
  };
}

export type DropOldLogs = ReturnType<typeof makeDropOldLogs>;
