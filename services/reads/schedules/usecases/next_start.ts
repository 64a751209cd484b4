import { nextRun } from '../../../../lib/cron/next_run.ts';
import { jitterMs } from '../domain/schedule.ts';

/**
 * When a schedule starts next: its first tick after `now`, plus its own jitter. Missed ticks are not made up for, and a
 * late start does not move later ones. Null for a cron that never runs. Unix ms of the database's clock.
 */
export function nextStart(scheduleId: string, cron: string, now: number): number | null {
  if (!cron) return null;
  try {
    const tick = nextRun(cron, now);
    const interval = nextRun(cron, tick) - tick;
    return tick + jitterMs(scheduleId, interval);
  } catch {
    return null;
  }
}
