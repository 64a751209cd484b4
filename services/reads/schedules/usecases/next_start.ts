import type { Cadence } from '../../../../lib/cron/cadence.ts';
import { nextRun } from '../../../../lib/cron/next_run.ts';
import { jitterMs } from '../domain/schedule.ts';

/**
 * When a schedule starts next: its first tick after `now`, plus its own jitter. Missed ticks are not made up for, and a
 * late start does not move later ones. Null without a cadence, and for one that never runs. Unix ms of the database's clock.
 */
export function nextStart(scheduleId: string, cadence: Cadence | null, now: number): number | null {
  if (!cadence) return null;
  try {
    const tick = nextRun(cadence, now);
    const interval = nextRun(cadence, tick) - tick;
    return tick + jitterMs(scheduleId, interval);
  } catch {
    return null;
  }
}
