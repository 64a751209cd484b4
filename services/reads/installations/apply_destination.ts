import type { ChangeMoment, UseCaseContext, WithOutbox } from '../../../lib/use_case/use_case_context.ts';
import type { SweepStore } from '../deletes/sweep.ts';
import type { UndeliveredStore } from '../deliveries/undelivered.ts';
import {
  type Destination,
  type DestinationStore,
  destinationOf,
  failingText,
  inactiveText,
  isInactive,
  type PlanDestination,
  remedyText,
} from '../destinations/destination.ts';
import { healthReportEvent } from '../destinations/destinations.ts';
import type { OperationStore } from '../operations/operation.ts';
import type { Schedule, ScheduleStore } from '../schedules/schedule.ts';

type Stores = WithOutbox<{
  undelivered: UndeliveredStore;
  sweeps: SweepStore;
  schedules: ScheduleStore;
  operations: OperationStore;
}>;

/**
 * Applies the state of a destination to one of its objects. If the destination is active, all waiting work continues:
 * the missed start of the schedule and of the sweep, the operations from their position, and the read of undelivered
 * records. The caller holds the object's lock.
 */
export async function applyDestination(
  s: Stores,
  schedule: Schedule,
  destination: Destination | undefined,
  facts: ChangeMoment,
): Promise<void> {
  const isBlocked = isInactive(destination);
  const reason = isBlocked
    ? {
        level: 'error' as const,
        detail: `${inactiveText(destination)}. ${remedyText(destination)}`,
        ...linkTo(destination),
      }
    : { level: null, detail: '' };
  await s.outbox.add(healthReportEvent(schedule, { code: 'destinationDisabled', ...reason }, facts));
  if (!isBlocked) await resumeObject(s, schedule, facts.now);
}

/** A deleted destination has no page in the console, so its id is not reported. */
function linkTo({ id, status }: Destination): { destinationId?: string } {
  return status === 'deleted' ? {} : { destinationId: id };
}

/** Reports whether the destination of an object is failing. The caller holds the object's lock. */
export async function applyFailing(
  s: Pick<Stores, 'outbox'>,
  schedule: Schedule,
  destination: Destination | undefined,
  facts: ChangeMoment,
): Promise<void> {
  const failing = (destination?.status === 'active' && destination.failing) || null;
  const reason =
    destination && failing
      ? { level: 'warning' as const, detail: failingText(destination, failing), ...linkTo(destination) }
      : { level: null, detail: '' };
  await s.outbox.add(healthReportEvent(schedule, { code: 'destinationFailing', ...reason }, facts));
}

/** Ends the health reason `destinationDisabled` of an object that is no longer read. */
export async function endDestinationReason(s: Stores, schedule: Schedule, facts: ChangeMoment): Promise<void> {
  const reason = { code: 'destinationDisabled' as const, level: null, detail: '' };
  await s.outbox.add(healthReportEvent(schedule, reason, facts));
}

async function resumeObject(s: Stores, schedule: Schedule, now: number): Promise<void> {
  await s.schedules.startMissed(schedule);
  await s.sweeps.startMissed(schedule);
  const undelivered = await s.undelivered.find(schedule);
  if (undelivered.from !== null || undelivered.operationId !== null)
    await s.undelivered.save(schedule, { ...undelivered, nextTime: now });
  for (const { id } of await s.operations.listAwaiting(schedule))
    await s.operations.resumeAwaiting({ ...schedule, id }, now);
}

type WalkDestinationsStores = WithOutbox<{
  destinations: DestinationStore;
  undelivered: UndeliveredStore;
  sweeps: SweepStore;
  schedules: ScheduleStore;
  operations: OperationStore;
}>;

type Deps = UseCaseContext<WalkDestinationsStores> & { wake: () => void };

const BATCH = 100;

/**
 * Updates the objects of a changed destination, one hundred schedules of its project per transaction. Every walk also
 * reports `failing`: a change of the status restarts the walk, so a walk that was only to report `failing` may not have
 * finished. The position is in the destination's row, so any replica continues after a crash. Returns true when there
 * may be more.
 */
export function makeWalkDestinations({ stores, clock, newId, wake }: Deps) {
  return async function walkDestinations(): Promise<boolean> {
    if (!(await stores.destinations.hasWalk())) return false;
    const isWalking = await stores.transaction(async (s) => {
      const walk = await s.destinations.lockWalk();
      if (!walk) return false;
      const page = { after: walk.after, limit: BATCH };
      const listed = await s.schedules.listOfProject(walk.projectId, page);
      const own = listed.filter((one) => isOfDestination(one, walk));
      const known = await s.destinations.listOf(own);
      for (const one of own) {
        const schedule = await s.schedules.lock(one);
        const destination = destinationOf(one, known);
        const facts = { newId, now: clock.now() };
        if (schedule && !walk.isHealthOnly) await applyDestination(s, schedule, destination, facts);
        if (schedule) await applyFailing(s, schedule, destination, facts);
      }
      await s.destinations.setWalk(walk, listed.length < BATCH ? null : (listed.at(-1)?.id ?? null));
      return true;
    });
    if (isWalking) wake();
    return isWalking;
  };
}

function isOfDestination({ destinationId, destinationName }: PlanDestination, { id, name }: Destination): boolean {
  return destinationId ? destinationId === id : destinationName === name;
}
