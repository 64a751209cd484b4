import type { NewId } from '../../../lib/ids/ids.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { blockedText, destinationOf, mendText, takesNothing, type Destination } from '../domain/destination.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { Stores } from '../domain/stores.ts';
import { healthReported } from './health_reported.ts';

type Deps = { stores: Stores; clock: Clock; newId: NewId; wake: () => void };

const BATCH = 100;

/**
 * One step of telling the objects of a destination that it changed, a hundred schedules of its project per
 * transaction. Its place is in the destination's row, so any replica goes on after a crash. An object whose destination
 * is active again makes up for what waited: the missed start of its schedule and of its sweep, and its operations with
 * their place. Returns true when there may be more.
 */
export function makeWalkDestinations({ stores, clock, newId, wake }: Deps) {
  return async function walkDestinations(): Promise<boolean> {
    const isWalking = await stores.transaction(async (s) => {
      const walk = await s.destinations.lockWalk();
      if (!walk) return false;
      const page = { after: walk.after, limit: BATCH };
      const listed = await s.schedules.listOfProject(walk.projectId, page);
      const blocking = await s.destinations.listBlocking([walk.projectId]);
      for (const one of listed) {
        if (one.destinationId ? one.destinationId !== walk.id : one.destinationName !== walk.name) continue;
        const schedule = await s.schedules.lock(one);
        if (schedule) await tell(s, schedule, destinationOf(one, blocking));
      }
      await s.destinations.setWalk(walk, listed.length < BATCH ? null : (listed.at(-1)?.id ?? null));
      return true;
    });
    if (isWalking) wake();
    return isWalking;
  };

  async function tell(s: Stores, schedule: Schedule, destination: Destination | undefined): Promise<void> {
    const facts = { newId, now: clock.now() };
    const isBlocked = takesNothing(destination);
    const reason = isBlocked
      ? { level: 'error' as const, detail: `${blockedText(destination)}. ${mendText(destination)}` }
      : { level: null, detail: '' };
    await s.outbox.add(healthReported(schedule, { code: 'destinationDisabled', ...reason }, facts));
    if (isBlocked) return;
    await s.schedules.startMissed(schedule);
    await s.sweeps.startMissed(schedule);
    const undelivered = await s.undelivered.find(schedule);
    if (undelivered.from !== null || undelivered.operationId !== null)
      await s.undelivered.save(schedule, { ...undelivered, nextTime: facts.now });
    for (const operation of await s.operations.listAwaiting(schedule))
      await s.operations.resumeAwaiting({ ...schedule, id: operation.id }, facts.now);
  }
}

export type WalkDestinations = ReturnType<typeof makeWalkDestinations>;
