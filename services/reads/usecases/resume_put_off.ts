import type { FailureLimits } from '../domain/failed_reads.ts';
import type { Stores } from '../domain/stores.ts';

type Deps = { stores: Stores; wake: () => void; failureLimits: FailureLimits };

const BATCH = 50;

/**
 * One bounded round over the backfills whose wait is over; any number of replicas run it. Each takes its place in the
 * object's line again: at once, or when what runs there has ended. One whose object is disabled waits on, so that it
 * goes on where it was when the object is enabled. True when there may be more.
 */
export function makeResumePutOff({ stores, wake, failureLimits }: Deps) {
  return async function resumePutOff(): Promise<boolean> {
    const due = await stores.operations.listPutOff(BATCH);
    for (const operation of due)
      await stores.transaction(async (s) => {
        const schedule = await s.schedules.lock(operation);
        if (schedule?.plan.disabled) await s.operations.putOffLonger(operation, failureLimits.longestWaitMillis);
        else await s.operations.resume(operation);
      });
    if (due.length > 0) wake();
    return due.length === BATCH;
  };
}

export type ResumePutOff = ReturnType<typeof makeResumePutOff>;
