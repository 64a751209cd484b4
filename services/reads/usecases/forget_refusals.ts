import type { Rules } from '../../../lib/rules/rules.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { Stores } from '../domain/stores.ts';
import { nextStart } from './next_start.ts';
import { endCause } from './pause_schedule.ts';

/**
 * The credentials of an object's reads are others now, so that those of before were refused says nothing any more: not
 * for its pause, nor for the count, nor for how far its next start was put off. The caller holds the object's row.
 */
export async function forgetRefusals(
  s: Stores,
  schedule: Schedule,
  { now, rules }: { now: number; rules: Rules },
): Promise<void> {
  if (!rules.holds('causeGone')) return;
  const { id, cron, failures, refusals, isPaused, pauseCauses } = schedule;
  if (refusals > 0) await s.schedules.setFailures(schedule, { failures: failures - refusals, refusals: 0 });
  if (pauseCauses.includes('refusals')) return endCause(s, schedule, 'refusals', now);
  if (refusals === 0 || isPaused || cron === '') return;
  const nextTime = nextStart(id, cron, await s.schedules.now());
  await s.schedules.setNextTimes([{ ...schedule, nextTime }]);
}
