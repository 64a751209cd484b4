import type { CheckTimes } from '../domain/claimed_domain.ts';

/** When an unproven claim is checked in the background, for a claim that is made now. */
export type CheckSchedule = (now: number) => CheckTimes;

/** Every `everyMs` for `forMs`. DNS changes are visible within minutes to days. */
export function checkScheduleOf({ everyMs, forMs }: { everyMs: number; forMs: number }): CheckSchedule {
  return (now) => ({ next: now + everyMs, until: now + forMs });
}
