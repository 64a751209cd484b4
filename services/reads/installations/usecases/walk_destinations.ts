import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import {
  type Destination,
  destinationOf,
  type DestinationOf,
  type DestinationStore,
} from '../../destinations/domain/destination.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { UndeliveredStore } from '../../deliveries/domain/undelivered.ts';
import type { SweepStore } from '../../deletes/domain/sweep_store.ts';
import type { ScheduleStore } from '../../schedules/domain/schedule_store.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import type { OutboxStore } from '../../domain/event_stores.ts';
import { applyDestination } from './apply_destination.ts';

type Stores = {
  destinations: DestinationStore;
  undelivered: UndeliveredStore;
  sweeps: SweepStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  outbox: OutboxStore;
};

type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId; wake: () => void };

const BATCH = 100;

/**
 * One step that updates the objects of a changed destination: a hundred schedules of its project per transaction. The
 * position is in the destination's row, so any replica continues after a crash. Returns true when there may be more.
 */
export function makeWalkDestinations({ stores, clock, newId, wake }: Deps) {
  return async function walkDestinations(): Promise<boolean> {
    const isWalking = await stores.transaction(async (s) => {
      const walk = await s.destinations.lockWalk();
      if (!walk) return false;
      const page = { after: walk.after, limit: BATCH };
      const listed = await s.schedules.listOfProject(walk.projectId, page);
      const own = listed.filter((one) => isOf(one, walk));
      const known = await s.destinations.listOf(own);
      for (const one of own) {
        const schedule = await s.schedules.lock(one);
        if (schedule) await applyDestination(s, schedule, destinationOf(one, known), { newId, now: clock.now() });
      }
      await s.destinations.setWalk(walk, listed.length < BATCH ? null : (listed.at(-1)?.id ?? null));
      return true;
    });
    if (isWalking) wake();
    return isWalking;
  };
}

function isOf({ destinationId, destinationName }: DestinationOf, { id, name }: Destination): boolean {
  return destinationId ? destinationId === id : destinationName === name;
}
