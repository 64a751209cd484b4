import type { NewId } from '../../../lib/ids/ids.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';
import { pauseSchedule } from './pause_schedule.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId; rules: Rules };

const NOTE = 'A destructive deploy left this object out of the integration.';

/** Pauses the scheduled reads of objects that an integration no longer has, in all its installations. */
export function makePauseDroppedObjects({ stores, clock, newId, rules }: Deps) {
  return async function pauseDroppedObjects(
    eventId: string,
    projectId: string,
    { integrationId, objectNames }: { integrationId: string; objectNames: readonly string[] },
  ): Promise<void> {
    await stores.transaction(async (s) => {
      if (!(await s.inbox.accept(eventId))) return;
      for (const listed of await s.schedules.listOfObjects(projectId, integrationId, objectNames)) {
        const schedule = await s.schedules.lock(listed);
        if (!schedule) continue;
        await pauseSchedule(s, schedule, { cause: 'dropped', note: NOTE }, { newId, now: clock.now(), rules });
      }
    });
  };
}

export type PauseDroppedObjects = ReturnType<typeof makePauseDroppedObjects>;
