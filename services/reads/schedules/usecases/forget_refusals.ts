import type { Schedule } from '../domain/schedule.ts';
import type { ScheduleStore } from '../domain/schedule_store.ts';
import type { OutboxStore } from '../../domain/event_stores.ts';
import { nextStart } from './next_start.ts';
import { endCause } from './pause_schedule.ts';

type Stores = { schedules: ScheduleStore; outbox: OutboxStore };

/**
 * Removes the effects of refused credentials after they were replaced: the pause, the failure count, and the delay of
 * the next start. The caller holds the object's lock.
 */
export async function forgetRefusals(s: Stores, schedule: Schedule, now: number): Promise<void> {
  const { id, cadence, failures, refusals, isPaused, pauseCauses } = schedule;
  if (refusals > 0) await s.schedules.setFailures(schedule, { failures: failures - refusals, refusals: 0 });
  if (pauseCauses.includes('refusals')) return endCause(s, schedule, 'refusals', now);
  if (refusals === 0 || isPaused || cadence === null) return;
  const nextTime = nextStart(id, cadence, await s.schedules.now());
  await s.schedules.setNextTimes([{ ...schedule, nextTime }]);
}
