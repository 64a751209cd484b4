import { setTimeout as sleep } from 'node:timers/promises';
import type { Backfill } from './backfill.ts';
import { isComplete } from './checker.ts';
import type { CrashLab } from './crash_lab.ts';

/** The receiver heard nothing for so long. Ms. */
export type Patience = {
  /** Once all is there: for what would come twice. */
  whenComplete: number;
  /** While something is missing: longer than the gaps with which the outbox rings again. */
  whenNot: number;
  /** In all. */
  inAll: number;
};

export const PATIENCE: Patience = { whenComplete: 2_000, whenNot: 45_000, inAll: 150_000 };

/** Waits until the read has ended and nothing more arrives. What is missing then is lost. */
export async function settled(backfill: Backfill, lab: CrashLab, patience: Patience = PATIENCE): Promise<void> {
  const end = performance.now() + patience.inAll;
  let seen = -1;
  let since = performance.now();
  while (performance.now() < end) {
    const lines = lab.ledger();
    if (lines.length !== seen) [seen, since] = [lines.length, performance.now()];
    const quiet = performance.now() - since;
    if (quiet > patience.whenComplete && (await hasEnded(backfill))) {
      if (quiet > patience.whenNot || isComplete(lines, lab.promised)) return;
    }
    await sleep(100);
  }
}

async function hasEnded(backfill: Backfill): Promise<boolean> {
  const progress = await backfill.progress();
  return progress?.status === 'success' || progress?.status === 'failure';
}
