import type { NextStartStore, ScheduleStore } from '../domain/schedule_store.ts';
import { type Schedule, scheduleState, type ScheduleState } from '../domain/schedule.ts';
import { nextStart } from './next_start.ts';

type Deps = { stores: { schedules: Pick<ScheduleStore, 'list'>; nextStarts: NextStartStore } };
type Asked = { projectId: string; integrationId: string; installationId: string };

/** `nextStarts`: Unix ms, soonest first; empty when nothing starts by itself. */
export type ShownSchedule = { schedule: Schedule; state: ScheduleState; nextStarts: number[] };

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
