import type { NewId } from '../../../../lib/ids/ids.ts';
import { blockedText, mendText, takesNothing, type Destination } from '../../destinations/domain/destination.ts';
import type { Schedule } from '../domain/schedule.ts';
import type { Stores } from '../../operations/domain/stores.ts';
import { healthReported } from '../../destinations/usecases/health_reported.ts';

type Facts = { newId: NewId; now: number };

/**
 * Applies the state of a destination to one of its objects. If the destination is active, all waiting work continues:
 * the missed start of the schedule and of the sweep, the operations from their position, and the read of undelivered
 * records. The caller holds the object's lock.
 */
export async function tellDestination(
  s: Stores,
  schedule: Schedule,
  destination: Destination | undefined,
  facts: Facts,
): Promise<void> {
  const isBlocked = takesNothing(destination);
  const reason = isBlocked
    ? { level: 'error' as const, detail: `${blockedText(destination)}. ${mendText(destination)}` }
    : { level: null, detail: '' };
  await s.outbox.add(healthReported(schedule, { code: 'destinationDisabled', ...reason }, facts));
  if (!isBlocked) await resume(s, schedule, facts.now);
}

/** The object is no longer read. */
export async function endDestinationReason(s: Stores, schedule: Schedule, facts: Facts): Promise<void> {
  const reason = { code: 'destinationDisabled' as const, level: null, detail: '' };
  await s.outbox.add(healthReported(schedule, reason, facts));
}

async function resume(s: Stores, schedule: Schedule, now: number): Promise<void> {
  await s.schedules.startMissed(schedule);
  await s.sweeps.startMissed(schedule);
  const undelivered = await s.undelivered.find(schedule);
  if (undelivered.from !== null || undelivered.operationId !== null)
    await s.undelivered.save(schedule, { ...undelivered, nextTime: now });
  for (const { id } of await s.operations.listAwaiting(schedule))
    await s.operations.resumeAwaiting({ ...schedule, id }, now);
}
