import { nextRun } from '../../../lib/cron/next_run.ts';
import { allRules, type Rules } from '../../../lib/rules/rules.ts';
import { spreadMillis } from '../domain/schedule.ts';

/**
 * When a schedule starts next: its first tick after `now`, a little later by its own spread. Ticks that were missed
 * count as none, and how late the last start came moves nothing. Null for a cron that never runs. Unix ms, by the
 * database's clock.
 */
export function nextStart(scheduleId: string, cron: string, now: number, rules: Rules = allRules): number | null {
  if (!cron) return null;
  try {
    const tick = nextRun(cron, now);
    const interval = nextRun(cron, tick) - tick;
    if (!rules.holds('grid')) return now + interval;
    return tick + (rules.holds('spread') ? spreadMillis(scheduleId, interval) : 0);
  } catch {
    return null;
  }
}
