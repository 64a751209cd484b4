import { nextRun } from '../../../lib/cron/cron.ts';
import { spreadMillis } from '../domain/schedule.ts';

/**
 * When a schedule starts next: its first tick after `now`, a little later by its own spread. Ticks that were missed
 * count as none. Null for a cron that never runs again. Unix ms, by the database's clock.
 */
export function nextStart(scheduleId: string, cron: string, now: number): number | null {
  if (!cron) return null;
  try {
    const tick = nextRun(cron, now);
    return tick + spreadMillis(scheduleId, nextRun(cron, tick) - tick);
  } catch {
    return null;
  }
}
