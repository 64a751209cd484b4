import type { Clock } from '../../../../lib/time/clock.ts';
import type { FailureLimits } from '../../schedules/domain/failed_reads.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { ScheduleStore } from '../../schedules/domain/schedule_store.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import { inactiveDestination } from '../../destinations/usecases/inactive_destination.ts';
import { type DestinationStore, LOOK_AGAIN_MS } from '../../destinations/domain/destination.ts';

type Stores = { destinations: DestinationStore; schedules: ScheduleStore; operations: OperationStore };

type Deps = { stores: Transacting<Stores>; clock: Clock; wake: () => void; failureLimits: FailureLimits };

const BATCH = 50;

/**
 * One bounded round over the deferred operations whose wait is over; any number of replicas run it. Each rejoins the
 * object's queue: it is ready at once, or waits for the active operation. If the object is disabled, its backfill stays
 * deferred and continues when the object is enabled. If its destination is inactive, it stays deferred until the
 * destination is active. Returns true when there may be more.
 */
export function makeResumeDeferred({ stores, wake, failureLimits, clock }: Deps) {
  return async function resumeDeferred(): Promise<boolean> {
    const due = await stores.operations.listDeferred(BATCH);
    for (const operation of due)
      await stores.transaction(async (s) => {
        const schedule = await s.schedules.lock(operation);
        if (operation.isAwaiting && schedule && (await inactiveDestination(s, schedule.plan)))
          return s.operations.deferLonger(operation, LOOK_AGAIN_MS);
        if (operation.isAwaiting) return s.operations.resumeAwaiting(operation, clock.now());
        if (schedule?.plan.disabled) await s.operations.deferLonger(operation, failureLimits.longestWaitMs);
        else await s.operations.resume(operation);
      });
    if (due.length > 0) wake();
    return due.length === BATCH;
  };
}
