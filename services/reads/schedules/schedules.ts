import type { Cadence } from '../../../lib/cron/cadence.ts';
import { nextRun } from '../../../lib/cron/next_run.ts';
import { type CausewayEvent, eventOf } from '../../../lib/events/event.ts';
import type { InstallationBlock } from '../../../lib/events/payloads.ts';
import type { ChangeMoment, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import { installationBlock, type ReadPlan } from '../read_plan.ts';
import {
  jitterMs,
  type NextStartStore,
  type PauseCause,
  type Schedule,
  type ScheduleState,
  type ScheduleStore,
  scheduleState,
} from './schedule.ts';

type Deps = { stores: { schedules: Pick<ScheduleStore, 'list'>; nextStarts: NextStartStore } };
type InstallationIds = { projectId: string; integrationId: string; installationId: string };

/** `nextStarts`: Unix ms, soonest first; empty when no read starts by schedule. */
type ShownSchedule = { schedule: Schedule; state: ScheduleState; nextStarts: number[] };

const MAX_NAMED_OBJECTS = 3;

/** Lists the objects of an installation with their schedules and next starts, sorted by name. */
export function makeListSchedules({ stores }: Deps) {
  return async function listSchedules({
    projectId,
    integrationId,
    installationId,
  }: InstallationIds): Promise<ShownSchedule[]> {
    const [all, next] = await Promise.all([
      stores.schedules.list(projectId, installationId),
      stores.nextStarts.ofInstallation(projectId, installationId),
    ]);
    return all
      .filter((schedule) => schedule.integrationId === integrationId)
      .map((schedule) => ({
        schedule,
        state: scheduleState(schedule),
        nextStarts: startsFrom(schedule, next.get(schedule.id)),
      }));
  };
}

/** Backoff after failures may delay the first start. The following starts are computed from the cadence. */
function startsFrom({ id, cadence }: Schedule, first: number | undefined): number[] {
  const starts: number[] = [];
  for (
    let at: number | null = first ?? null;
    at !== null && starts.length < MAX_NAMED_OBJECTS;
    at = nextStart(id, cadence, at)
  )
    starts.push(at);
  return starts;
}

type Stores = { schedules: ScheduleStore };

/**
 * Locks the object's row until the transaction ends. Creates the row if it is missing, because a request can arrive
 * before the event that announces the installation.
 */
export async function lockObject(s: Stores, plan: ReadPlan, { newId, now }: ChangeMoment): Promise<Schedule> {
  const known = await s.schedules.lock(plan);
  if (known) return known;
  const position = await firstPosition(s, plan, now);
  await s.schedules.insert({ id: newId(), plan, cadence: null, nextTime: null, ...position, createTime: now });
  const made = await s.schedules.lock(plan);
  if (!made) throw new Error('The object has no row after its insert.');
  return made;
}

/**
 * The watermark and the first sequence of a new row. If the installation is older than the database, it was read before
 * and its rows were lost. Then everything since its creation is read again, and the sequence starts at the current time
 * in microseconds, which is above every sequence that was sent. Plans of earlier versions do not contain the creation
 * time.
 */
export async function firstPosition(
  s: Stores,
  { installationCreateTime = 0 }: ReadPlan,
  now: number,
): Promise<{ watermark: number; firstSequence: number }> {
  const isLost = installationCreateTime > 0 && installationCreateTime < (await s.schedules.databaseTime());
  return isLost
    ? { watermark: installationCreateTime, firstSequence: now * 1_000 }
    : { watermark: now, firstSequence: 1 };
}

/**
 * When a schedule starts next: its first tick after `now`, plus its own jitter. A missed tick is not made up for, and a
 * late start does not delay the starts after it. Null without a cadence, and for a cadence that never ticks. Unix ms of
 * the database's clock.
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

type PauseStores = WithOutbox<{ schedules: ScheduleStore }>;

type PauseReason = { cause: PauseCause; note: string };

/** Pauses a locked object. If it was not paused before, the builder gets an event in the same transaction. */
export async function pauseSchedule(
  s: PauseStores,
  schedule: Schedule,
  why: PauseReason,
  { newId, now }: ChangeMoment,
): Promise<void> {
  if (await addCause(s, schedule, why, now))
    await s.outbox.add(schedulePaused(schedule.plan, why.note, { newId, now }));
}

/** Like pauseSchedule, but the caller sends the event. Returns true when the object was not paused before. */
export async function addCause(
  s: PauseStores,
  schedule: Schedule,
  { cause, note }: PauseReason,
  now: number,
): Promise<boolean> {
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

/** Removes one cause of a pause. When no cause is left, the object starts with its next tick. */
export async function endCause(s: PauseStores, schedule: Schedule, cause: PauseCause, now: number): Promise<void> {
  const causes = schedule.pauseCauses.filter((one) => one !== cause);
  if (causes.length === schedule.pauseCauses.length) return;
  if (causes.length === 0) return endPause(s, schedule, now);
  const { cadence, pauseNote } = schedule;
  const state = scheduleState({ cadence, isPaused: true });
  await s.schedules.setPaused(schedule, { causes, note: pauseNote, state, nextTime: null, updateTime: now });
}

/**
 * Removes all causes. The caller holds the object's lock. The object starts with its next tick. A read of undelivered
 * records that the pause postponed is due at once.
 */
export async function endPause(s: PauseStores, schedule: Schedule, now: number): Promise<void> {
  const { id, cadence } = schedule;
  const nextTime = nextStart(id, cadence, await s.schedules.now());
  const state = scheduleState({ cadence, isPaused: false });
  await s.schedules.setPaused(schedule, { causes: [], note: '', state, nextTime, updateTime: now });
  await s.schedules.bringRereadForward(schedule, now);
}

/** The event for the builder when an object's scheduled reads are paused. */
export function schedulePaused(plan: ReadPlan, note: string, { newId, now }: ChangeMoment): CausewayEvent {
  const config = JSON.parse(plan.configJson || '{}') as object;
  const payload = { ...(installationBlock(plan) as InstallationBlock), config, error: note };
  return eventOf('read.schedule.paused', { id: newId(), projectId: plan.projectId, time: now, payload });
}

/**
 * Removes the effects of refused credentials after the credentials were replaced: the pause, the failure count, and the
 * delay of the next start. The caller holds the object's lock.
 */
export async function forgetRefusals(s: PauseStores, schedule: Schedule, now: number): Promise<void> {
  const { id, cadence, failures, refusals, isPaused, pauseCauses } = schedule;
  if (refusals > 0) await s.schedules.setFailures(schedule, { failures: failures - refusals, refusals: 0 });
  if (pauseCauses.includes('refusals')) return endCause(s, schedule, 'refusals', now);
  if (refusals === 0 || isPaused || cadence === null) return;
  const nextTime = nextStart(id, cadence, await s.schedules.now());
  await s.schedules.setNextTimes([{ ...schedule, nextTime }]);
}
