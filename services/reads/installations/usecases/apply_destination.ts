import type { NewId } from '../../../../lib/ids/ids.ts';
import { blockedText, mendText, takesNothing, type Destination } from '../../destinations/domain/destination.ts';
import type { Schedule } from '../../schedules/domain/schedule.ts';
import type { UndeliveredStore } from '../../deliveries/domain/undelivered.ts';
import type { SweepStore } from '../../deletes/domain/sweep_store.ts';
import type { ScheduleStore } from '../../schedules/domain/schedule_store.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import type { OutboxStore } from '../../domain/event_stores.ts';
import { healthReported } from '../../destinations/usecases/health_reported.ts';

type Stores = {
  undelivered: UndeliveredStore;
  sweeps: SweepStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  outbox: OutboxStore;
};

type Facts = { newId: NewId; now: number };

/**
 * Applies the state of a destination to one of its objects. If the destination is active, all waiting work continues:
 * the missed start of the schedule and of the sweep, the operations from their position, and the read of undelivered
 * records. The caller holds the object's lock.
 */
export async function applyDestination(
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
