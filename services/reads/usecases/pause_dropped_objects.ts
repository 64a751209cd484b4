import type { NewId } from '../../../lib/ids/ids.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { keepLatest, type ReadPlan } from '../domain/read_plan.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { Stores } from '../domain/stores.ts';
import { pauseSchedule } from './pause_schedule.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId; rules: Rules };

export type Dropped = {
  projectId: string;
  integrationId: string;
  /** The provider's names. */
  objectNames: readonly string[];
  /** When the revision was made that leaves them out, Unix ms. */
  deployTime: number;
};

const NOTE = 'A destructive deploy left this object out of the integration.';

/**
 * Pauses the scheduled reads of objects that an integration no longer has, in all its installations. News may come late
 * and in any order: a row whose plan knows a later revision that has the object again stays as it is, and one that
 * knows only earlier ones notes this one, so that what was asked for before it does not take the pause back.
 */
export function makePauseDroppedObjects({ stores, clock, newId, rules }: Deps) {
  return async function pauseDroppedObjects(eventId: string, dropped: Dropped): Promise<void> {
    const { projectId, integrationId, objectNames } = dropped;
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId))) return;
      for (const listed of await s.schedules.listOfObjects(projectId, integrationId, objectNames)) {
        const schedule = await s.schedules.lock(listed);
        if (schedule && rules.holds('dropped')) await drop(s, schedule, dropped);
      }
    });
  };

  async function drop(s: Stores, schedule: Schedule, { deployTime }: Dropped): Promise<void> {
    const now = clock.now();
    const { cron, plan: known } = schedule;
    const leftOut: ReadPlan = { ...known, isLeftOut: true, latestRevisionTime: deployTime };
    const plan = rules.holds('causeGone') ? keepLatest(leftOut, known) : leftOut;
    if (!plan.isLeftOut) return;
    await s.schedules.replan(schedule, { plan, cron, nextTime: null, updateTime: now });
    await pauseSchedule(s, schedule, { cause: 'dropped', note: NOTE }, { newId, now, rules });
  }
}

export type PauseDroppedObjects = ReturnType<typeof makePauseDroppedObjects>;
