import { eventOf } from '../../../lib/events/event.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import type { Given, WithOutbox } from '../../../lib/use_case/given.ts';
import { endIncomplete } from '../deletes/note_list_end.ts';
import { keepLatest, type ReadPlan } from '../read_plan.ts';
import type { Schedule, ScheduleStore } from '../schedules/schedule.ts';
import { pauseSchedule } from '../schedules/schedules.ts';

type Stores = WithOutbox<{ schedules: ScheduleStore; inbox: InboxStore }>;

type Deps = Given<Stores>;

type Dropped = {
  projectId: string;
  integrationId: string;
  /** The provider's names. */
  objectNames: readonly string[];
  /** Creation time of the revision that drops them, Unix ms. */
  deployTime: number;
  /** Who published the event: the first one comes from installation, the next batches from reads. */
  producer: 'installation' | 'reads';
  /** The last processed row of the first object. */
  after?: string;
};

/** Max installations per transaction: it locks them, and in SQLite it blocks every other writer. */
const PORTION = 200;

const NOTE = 'A destructive deploy removed this object from the integration.';

/**
 * Pauses the scheduled reads of objects that an integration no longer has, in all its installations. Events may arrive
 * late and in any order. A row whose plan knows a later revision that has the object again is not changed. A row that
 * knows only earlier revisions stores this one, so that an older plan that arrives later does not end the pause.
 *
 * The work is done in batches: each batch writes the event of the next one in the same transaction. A crash repeats a
 * batch or continues with the next one; it never loses one.
 */
export function makePauseDroppedObjects({ stores, clock, newId }: Deps) {
  return async function pauseDroppedObjects(eventId: string, dropped: Dropped): Promise<void> {
    const { projectId, integrationId, objectNames, producer, after = '' } = dropped;
    const [objectName, ...others] = objectNames;
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId, producer)) || objectName === undefined) return;
      const page = { after, limit: PORTION };
      const listed = await s.schedules.listOfObject(projectId, { integrationId, objectName }, page);
      for (const one of listed) {
        const schedule = await s.schedules.lock(one);
        if (schedule) await drop(s, schedule, dropped);
      }
      const last = listed.at(-1);
      if (last && listed.length === PORTION) await leaveBehind(s, { ...dropped, after: last.id });
      else if (others.length > 0) await leaveBehind(s, { ...dropped, objectNames: others, after: '' });
    });
  };

  /** Has the time of the first event, because it belongs to the same deploy. */
  async function leaveBehind(s: Stores, { projectId, deployTime: time, ...rest }: Required<Dropped>): Promise<void> {
    const { integrationId, objectNames, after } = rest;
    const payload = { integrationId, objectNames: [...objectNames], after };
    await s.outbox.add(eventOf('read.objects.dropped', { id: newId(), projectId, time, payload }));
  }

  async function drop(s: Stores, schedule: Schedule, { deployTime }: Dropped): Promise<void> {
    const now = clock.now();
    const { cadence, plan: known } = schedule;
    const leftOut: ReadPlan = { ...known, isLeftOut: true, latestRevisionTime: deployTime };
    const plan = keepLatest(leftOut, known);
    if (!plan.isLeftOut) return;
    await s.schedules.replan(schedule, { plan, cadence, nextTime: null, updateTime: now });
    await pauseSchedule(s, schedule, { cause: 'dropped', note: NOTE }, { newId, now });
    await endIncomplete(s, schedule, { newId, now });
  }
}
