import { setTimeout as sleep } from 'node:timers/promises';
import type { Backfill } from './backfill.ts';
import { isComplete } from './checker.ts';
import type { CrashLab } from './crash_lab.ts';

/** How long the receiver must have received nothing. Ms. */
export type Patience = {
  /** When everything has arrived: enough to notice duplicates. */
  whenComplete: number;
  /** While something is missing: longer than the retry intervals of the outbox. */
  whenNot: number;
  /** The max wait in total. */
  inAll: number;
};

export const PATIENCE: Patience = { whenComplete: 2_000, whenNot: 45_000, inAll: 150_000 };

/** Waits until the read has ended and nothing more arrives. Records that are missing then are lost. */
export async function settled(backfill: Backfill, lab: CrashLab, patience: Patience = PATIENCE): Promise<void> {
  const end = performance.now() + patience.inAll;
  let seen = -1;
  let since = performance.now();
  let isWhole: boolean | undefined;
  while (performance.now() < end) {
    const bytes = lab.ledgerBytes();
    if (bytes !== seen) [seen, since, isWhole] = [bytes, performance.now(), undefined];
    const quiet = performance.now() - since;
    if (quiet > patience.whenComplete && (await hasEnded(backfill))) {
      // Parsed once, not ten times a second: the ledger of a long read has megabytes.
      isWhole ??= isComplete(lab.ledger(), lab.promised);
      if (quiet > patience.whenNot || isWhole) return;
    }
    await sleep(100);
  }
}

async function hasEnded(backfill: Backfill): Promise<boolean> {
  const progress = await backfill.progress();
  return progress?.status === 'success' || progress?.status === 'failure';
}
