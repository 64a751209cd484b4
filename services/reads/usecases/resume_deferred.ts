import type { FailureLimits } from '../domain/failed_reads.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores; wake: () => void; failureLimits: FailureLimits };

const BATCH = 50;

/**
 * One bounded round over the deferred backfills whose wait is over; any number of replicas run it. Each rejoins the
 * object's queue: it is ready at once, or waits for the active operation. If the object is disabled, its backfill stays
 * deferred and continues when the object is enabled. Returns true when there may be more.
 */
export function makeResumeDeferred({ stores, wake, failureLimits }: Deps) {
  return async function resumeDeferred(): Promise<boolean> {
    const due = await stores.operations.listDeferred(BATCH);
    for (const operation of due)
      await stores.transaction(async (s) => {
        const schedule = await s.schedules.lock(operation);
        if (schedule?.plan.disabled) await s.operations.deferLonger(operation, failureLimits.longestWaitMs);
        else await s.operations.resume(operation);
      });
    if (due.length > 0) wake();
    return due.length === BATCH;
  };
}

export type ResumeDeferred = ReturnType<typeof makeResumeDeferred>;
