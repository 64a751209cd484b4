import type { CausewayEvent } from '../../../lib/events/event.ts';
import { eventOf } from '../../../lib/events/event.ts';
import type { OutboxStore } from '../../../lib/events/outbox.ts';
import type { InstallationBlock } from '../../../lib/events/payloads.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import { installationBlock, type ReadPlan } from '../read_plan.ts';
import { nextStart } from './list_schedules.ts';
import { type PauseCause, type Schedule, type ScheduleStore, scheduleState } from './schedule.ts';

type Stores = { schedules: ScheduleStore; outbox: OutboxStore };

type Why = { cause: PauseCause; note: string };

/** Pauses a locked object. If it was not paused before, the builder gets an event in the same transaction. */
export async function pauseSchedule(
  s: Stores,
  schedule: Schedule,
  why: Why,
  { newId, now }: { newId: NewId; now: number },
): Promise<void> {
  if (await addCause(s, schedule, why, now))
    await s.outbox.add(schedulePaused(schedule.plan, why.note, { newId, now }));
}

/** Like pauseSchedule, but the caller sends the event. Returns true when the object was not paused before. */
export async function addCause(s: Stores, schedule: Schedule, { cause, note }: Why, now: number): Promise<boolean> {
  const { isPaused, pauseCauses, pauseNote, cadence } = schedule;
  if (pauseCauses.includes(cause)) return false;
  await s.schedules.setPaused(schedule, {
    causes: [...pauseCauses, cause],
    note: isPaused ? pauseNote : note,
    state: scheduleState({ cadence, isPaused: true }),
    nextTime: null,
    updateTime: now,
  });
  return !isPaused;
}

/** Removes one cause of a pause. After the last one the object starts with its next tick. */
export async function endCause(s: Stores, schedule: Schedule, cause: PauseCause, now: number): Promise<void> {
  const causes = schedule.pauseCauses.filter((one) => one !== cause);
  if (causes.length === schedule.pauseCauses.length) return;
  if (causes.length === 0) return endPause(s, schedule, now);
  const { cadence, pauseNote } = schedule;
  const state = scheduleState({ cadence, isPaused: true });
  await s.schedules.setPaused(schedule, { causes, note: pauseNote, state, nextTime: null, updateTime: now });
}

/** Removes all causes. The caller holds the object's lock. The object starts with its next tick. */
export async function endPause(s: Stores, schedule: Schedule, now: number): Promise<void> {
  const { id, cadence } = schedule;
  const nextTime = nextStart(id, cadence, await s.schedules.now());
  const state = scheduleState({ cadence, isPaused: false });
  await s.schedules.setPaused(schedule, { causes: [], note: '', state, nextTime, updateTime: now });
}

type Facts = { newId: NewId; now: number };

/** The event for the builder when an object's scheduled reads are paused. */
export function schedulePaused(plan: ReadPlan, note: string, { newId, now }: Facts): CausewayEvent {
  const config = JSON.parse(plan.configJson || '{}') as object;
  const payload = { ...(installationBlock(plan) as InstallationBlock), config, error: note };
  return eventOf('read.schedule.paused', { id: newId(), projectId: plan.projectId, time: now, payload });
}

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
