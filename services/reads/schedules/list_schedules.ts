import type { Cadence } from '../../../lib/cron/cadence.ts';
import { nextRun } from '../../../lib/cron/next_run.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import type { ReadPlan } from '../read_plan.ts';
import {
  jitterMs,
  type NextStartStore,
  type Schedule,
  type ScheduleState,
  type ScheduleStore,
  scheduleState,
} from './schedule.ts';

type Deps = { stores: { schedules: Pick<ScheduleStore, 'list'>; nextStarts: NextStartStore } };
type Asked = { projectId: string; integrationId: string; installationId: string };

/** `nextStarts`: Unix ms, soonest first; empty when nothing starts by itself. */
type ShownSchedule = { schedule: Schedule; state: ScheduleState; nextStarts: number[] };

const SHOWN = 3;

/** The objects of an installation as the scheduler sees them, by name. */
export function makeListSchedules({ stores }: Deps) {
  return async function listSchedules({ projectId, integrationId, installationId }: Asked): Promise<ShownSchedule[]> {
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

/** The first start may be later than its tick, after failures; the others follow their ticks. */
function startsFrom({ id, cadence }: Schedule, first: number | undefined): number[] {
  const starts: number[] = [];
  for (let at: number | null = first ?? null; at !== null && starts.length < SHOWN; at = nextStart(id, cadence, at))
    starts.push(at);
  return starts;
}

type Stores = { schedules: ScheduleStore };

/**
 * Locks the object's row until the transaction ends. Creates a missing row: a request can arrive before the event that
 * announces the installation.
 */
export async function lockObject(
  s: Stores,
  plan: ReadPlan,
  { newId, now }: { newId: NewId; now: number },
): Promise<Schedule> {
  const known = await s.schedules.lock(plan);
  if (known) return known;
  const position = await firstPosition(s, plan, now);
  await s.schedules.insert({ id: newId(), plan, cadence: null, nextTime: null, ...position, createTime: now });
  const made = await s.schedules.lock(plan);
  if (!made) throw new Error('The object has no row after its insert.');
  return made;
}

/**
 * Where the reads and the messages of a new row begin. An installation that is older than the database was read before,
 * with rows that are lost: everything since its creation is read again, and the sequences begin at the clock in
 * microseconds, above every message that was sent. Plans of earlier versions do not tell when it was created.
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
