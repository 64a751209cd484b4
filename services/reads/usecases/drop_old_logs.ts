import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores; clock: Clock; retentionDays: number };

const BATCH = 500;
const DAY = 24 * 3_600_000;

/**
 * One bounded round of deleting log lines and pages of the ledger whose retention is over. True when there may be more. Replicas that do it at
 * once pick the same lines, and the later one finds them gone.
 */
export function makeDropOldLogs({ stores, clock, retentionDays }: Deps) {
  return async function dropOldLogs(): Promise<boolean> {
    const before = clock.now() - retentionDays * DAY;
    const lines = await stores.logs.dropOlder(before, BATCH);
    const pages = await stores.pages.dropOlder(before, BATCH);
    return lines === BATCH || pages === BATCH;
  };
}

export type DropOldLogs = ReturnType<typeof makeDropOldLogs>;
