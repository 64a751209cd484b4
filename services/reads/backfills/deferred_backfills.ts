import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
/**
 * Defers a failed backfill instead of ending it, when its cause may pass (the provider is down or refuses the
 * credentials). No caller requested the backfill, so no caller would request it again. A deferred backfill keeps its
 * cursor and leaves the object's queue, so that scheduled and triggered reads continue; while the cause lasts, these
 * reads fail and report it.
 *
 * The waits are as long as the waits after failed scheduled reads: 10 minutes, doubled each time, at most 6 hours,
 * until a page is committed. The waits count towards the read's duration, so CAUSEWAY_READS_MAX_TIME_MS ends a backfill
 * that never recovers.
 */

import { Problem } from '../../../lib/problem/problem.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import { DESTINATION_RECHECK_MS, type DestinationStore } from '../destinations/destination.ts';
import { inactiveDestination } from '../destinations/destinations.ts';
import type { ClaimedOperation, Operation, OperationStore, ReadFailure } from '../operations/operation.ts';
import { OBJECT_DISABLED, type WaitCause } from '../operations/waiting_for.ts';
import { type FailureLimits, waitAfter } from '../schedules/failed_reads.ts';
import type { ScheduleStore } from '../schedules/schedule.ts';

type Stores = { schedules: ScheduleStore; operations: OperationStore; logs: LogStore };

type Deps = UseCaseContext<Stores> & { wake: () => void; failureLimits: FailureLimits };

export function makeDeferBackfill({ stores, clock, newId, wake, failureLimits }: Deps) {
  /** Returns false when the failure is final. `cause`: the reason that the operation shows while it waits. */
  return async function deferBackfill(
    operation: ClaimedOperation,
    failure: ReadFailure,
    cause: WaitCause,
  ): Promise<boolean> {
    if (operation.readType !== 'backfill' || operation.replay || !mayResumeBefore(failure)) return false;
    const deferrals = operation.deferrals + 1;
    const waitMs = waitAfter({ failures: deferrals, refusals: 0 }, failureLimits);
    await stores.transaction(async (s) => {
      const now = clock.now();
      await s.schedules.lock(operation);
      if (!(await s.operations.defer(operation, { waitMs, deferrals, cause, now }))) return;
      const until = toIso((await s.schedules.now()) + waitMs);
      const msg = `Deferred until ${until}: this backfill then continues after page ${operation.pageSeq}${earlierOf(failure)}.`;
      await s.logs.add(operation.projectId, operation.id, [
        { id: newId(), time: now, severity: 'WARNING', msg, error: failure.reason },
      ]);
      await s.operations.promote(operation);
    });
    wake();
    return true;
  };
}

function mayResumeBefore(failure: ReadFailure): boolean {
  if (failure.kind === 'permanent') return failure.isRefusal === true;
  return failure.kind !== 'circle';
}

function earlierOf({ kind }: ReadFailure): string {
  return kind === 'permanent' ? ', or as soon as the connection is authorised again' : '';
}

export type DeferBackfill = ReturnType<typeof makeDeferBackfill>;

type ResumeDeferredStores = { destinations: DestinationStore; schedules: ScheduleStore; operations: OperationStore };

type ResumeDeferredDeps = UseCaseContext<ResumeDeferredStores> & { wake: () => void; failureLimits: FailureLimits };

const BATCH = 50;

/**
 * Runs one bounded round over the deferred operations whose wait is over; any number of replicas may run it. Each
 * operation rejoins the object's queue: it is ready at once, or waits for the active operation. If the object is
 * disabled, its backfill stays deferred until the object is enabled. If the destination is inactive, the operation
 * stays deferred until the destination is active. Returns true when there may be more.
 */
export function makeResumeDeferred({ stores, wake, failureLimits, clock }: ResumeDeferredDeps) {
  return async function resumeDeferred(): Promise<boolean> {
    const due = await stores.operations.listDeferred(BATCH);
    for (const operation of due)
      await stores.transaction(async (s) => {
        const schedule = await s.schedules.lock(operation);
        if (operation.isAwaiting && schedule && (await inactiveDestination(s, schedule.plan)))
          return s.operations.deferLonger(operation, DESTINATION_RECHECK_MS);
        if (operation.isAwaiting) return s.operations.resumeAwaiting(operation, clock.now());
        if (schedule?.plan.disabled)
          await s.operations.deferLonger(operation, failureLimits.maxWaitMs, OBJECT_DISABLED);
        else await s.operations.resume(operation);
      });
    if (due.length > 0) wake();
    return due.length === BATCH;
  };
}

type GetBackfillProgressDeps = { stores: { operations: OperationStore } };

/**
 * Returns the newest backfill of an object, which is found by its native or mapped name. Throws notFound when no
 * backfill has run.
 */
export function makeGetBackfillProgress({ stores }: GetBackfillProgressDeps) {
  return async function getBackfillProgress(
    projectId: string,
    query: { integrationId: string; installationId: string; objectName: string },
  ): Promise<Operation> {
    const operation = await stores.operations.findBackfill(projectId, query);
    if (!operation) throw new Problem('notFound', 'No backfill of this object ran.');
    return operation;
  };
}
