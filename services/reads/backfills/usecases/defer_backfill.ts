/**
 * Defers a failed backfill. Nobody requested it, so nobody would request it again. A failure that may pass (the
 * provider is down or refuses the credentials) therefore does not end it. A deferred backfill keeps its cursor and
 * leaves the object's queue, so that scheduled and triggered reads continue; while the cause lasts they fail and report
 * it.
 *
 * The waits are those of failed scheduled reads: 10 minutes, doubled each time, at most 6 hours, until a page is
 * committed. The waits count towards the read's duration, so CAUSEWAY_READS_MAX_TIME_MS ends a backfill that never
 * recovers.
 */
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { toIso } from '../../../../lib/time/iso.ts';
import { waitAfter, type FailureLimits } from '../../schedules/domain/failed_reads.ts';
import type { ClaimedOperation } from '../../operations/domain/operation.ts';
import type { ReadFailure } from '../../operations/domain/read_failure.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { ScheduleStore } from '../../schedules/domain/schedule_store.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import type { LogStore } from '../../operations/domain/log_store.ts';

type Stores = { schedules: ScheduleStore; operations: OperationStore; logs: LogStore };

type Deps = {
  stores: Transacting<Stores>;
  clock: Clock;
  newId: NewId;
  wake: () => void;
  failureLimits: FailureLimits;
};

export function makeDeferBackfill({ stores, clock, newId, wake, failureLimits }: Deps) {
  /** Returns false when the failure is final. */
  return async function deferBackfill(operation: ClaimedOperation, failure: ReadFailure): Promise<boolean> {
    if (operation.readType !== 'backfill' || operation.replay || !mayPass(failure)) return false;
    const deferrals = operation.deferrals + 1;
    const waitMs = waitAfter({ failures: deferrals, refusals: 0 }, failureLimits);
    await stores.transaction(async (s) => {
      const now = clock.now();
      await s.schedules.lock(operation);
      if (!(await s.operations.defer(operation, { waitMs, deferrals, now }))) return;
      const until = toIso((await s.schedules.now()) + waitMs);
      const msg = `Deferred until ${until}: this backfill then continues after page ${operation.pageSeq}${orSooner(failure)}.`;
      await s.logs.add(operation.projectId, operation.id, [
        { id: newId(), time: now, severity: 'WARNING', msg, error: failure.reason },
      ]);
      await s.operations.promote(operation);
    });
    wake();
    return true;
  };
}

function mayPass(failure: ReadFailure): boolean {
  if (failure.kind === 'permanent') return failure.isRefusal === true;
  return failure.kind !== 'circle';
}

function orSooner({ kind }: ReadFailure): string {
  return kind === 'permanent' ? ', or as soon as the connection is authorised again' : '';
}

export type DeferBackfill = ReturnType<typeof makeDeferBackfill>;
