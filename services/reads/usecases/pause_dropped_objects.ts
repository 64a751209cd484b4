import { eventOf } from '../../../lib/events/event.ts';
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
  /** The last row of the first of them that has been looked at. */
  after?: string;
};

/** How many installations one transaction looks at: it holds them, and in SQLite every other writer. */
const PORTION = 200;

const NOTE = 'A destructive deploy left this object out of the integration.';

/**
 * Pauses the scheduled reads of objects that an integration no longer has, in all its installations. News may come late
 * and in any order: a row whose plan knows a later revision that has the object again stays as it is, and one that
 * knows only earlier ones notes this one, so that what was asked for before it does not take the pause back.
 *
 * However many installations there are, they are paused in portions: each leaves the event of the next behind, both in one
 * transaction. A crash repeats a portion or goes on with the next; it never loses one.
 */
export function makePauseDroppedObjects({ stores, clock, newId, rules }: Deps) {
  return async function pauseDroppedObjects(eventId: string, dropped: Dropped): Promise<void> {
    const { projectId, integrationId, objectNames, after = '' } = dropped;
    const [objectName, ...others] = objectNames;
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId)) || objectName === undefined) return;
      const page = { after, limit: PORTION };
      const listed = await s.schedules.listOfObject(projectId, { integrationId, objectName }, page);
      for (const one of listed) {
        const schedule = await s.schedules.lock(one);
        if (schedule && rules.holds('dropped')) await drop(s, schedule, dropped);
      }
      const last = listed.at(-1);
      if (last && listed.length === PORTION) await leaveBehind(s, { ...dropped, after: last.id });
      else if (others.length > 0) await leaveBehind(s, { ...dropped, objectNames: others, after: '' });
    });
  };

  /** Dated like the first, since it is still that deploy's. */
  async function leaveBehind(s: Stores, { projectId, deployTime: time, ...rest }: Required<Dropped>): Promise<void> {
    const { integrationId, objectNames, after } = rest;
    const payload = { integrationId, objectNames: [...objectNames], after };
    await s.outbox.add(eventOf('read.objects.dropped', { id: newId(), projectId, time, payload }));
  }

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
