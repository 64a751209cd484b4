import type { DeferBackfill } from '../../backfills/usecases/defer_backfill.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Log } from '../../../../lib/log/log.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { LogStore } from '../../operations/domain/log_store.ts';
import type { ReadPlan } from '../../domain/read_plan.ts';
import type { ClaimedOperation } from '../../operations/domain/operation.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import type { FinishOperation } from '../../operations/domain/outcome.ts';
import { nextStep, type ReadFailure } from '../../operations/domain/read_failure.ts';
import { logRateLimitWait } from '../../rate_limits/usecases/log_rate_limit_wait.ts';
import { RateLimitExhausted } from '../../../../connectors/calls/rate_limit_exhausted.ts';
import { classifyFailure } from './classify_failure.ts';
import { waitForCauseway } from './wait_for_causeway.ts';

type Stores = { operations: OperationStore; logs: LogStore };

type Deps = {
  stores: Transacting<Stores>;
  finishOperation: FinishOperation;
  deferBackfill: DeferBackfill;
  clock: Clock;
  newId: NewId;
  wake: () => void;
  log: Log;
  maxTries: number;
  random?: () => number;
};

type Stopped = { operation: ClaimedOperation; plan: ReadPlan | null };

const UNEXPECTED: ReadFailure = { kind: 'temporary', reason: 'Internal error in Causeway; see the log of reads.' };

/**
 * What happens to an operation that stopped with an error: it is released when the process stops, parked until the
 * provider or its rate limit is ready, postponed while a part of Causeway is unavailable, deferred, or finished as failed.
 */
export function makeHandleFailure({
  stores,
  finishOperation,
  deferBackfill,
  clock,
  newId,
  wake,
  log,
  maxTries,
  random = Math.random,
}: Deps) {
  /** `operation`: as it is after its last committed page; `plan`: null before its start. */
  return async function handleFailure(
    { operation, plan }: Stopped,
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) {
      await stores.operations.release(operation);
      wake();
      return;
    }
    if (error instanceof RateLimitExhausted) return yieldToRateLimit(operation, error);
    const failure = classifyFailure(error);
    if (!failure)
      log.error('operation failed unexpectedly', {
        operationId: operation.id,
        projectId: operation.projectId,
        err: error,
      });
    const { reason } = failure ?? UNEXPECTED;
    const step = nextStep(failure ?? UNEXPECTED, operation, { maxTries, random });
    if (step.do === 'postpone') await waitForCauseway(operation, { ...step, reason }, { stores, newId, clock });
    else if (step.do === 'park') await park(operation, step, reason);
    else if (!(await deferBackfill(operation, failure ?? UNEXPECTED)))
      await finishOperation(operation, plan, {
        state: 'failure',
        reason: step.reason,
        isRefusal: failure?.kind === 'permanent' && failure.isRefusal === true,
      });
  };

  /**
   * Parks the operation until the rate limit has room again. Nothing failed, so no try is counted; a long wait is
   * logged.
   */
  async function yieldToRateLimit(operation: ClaimedOperation, exhausted: RateLimitExhausted): Promise<void> {
    const wait = { waitMs: Math.ceil(exhausted.waitMs), now: clock.now() };
    const isHeld = exhausted.isMidPage
      ? await stores.operations.park(operation, { ...wait, isRateLimit: true })
      : await stores.operations.postpone(operation, wait);
    if (isHeld) await logRateLimitWait(stores, operation, exhausted, { newId, now: wait.now });
  }

  async function park(
    operation: ClaimedOperation,
    wait: { waitMs: number; isRateLimit: boolean },
    reason: string,
  ): Promise<void> {
    await stores.transaction(async (s) => {
      const now = clock.now();
      if (!(await s.operations.park(operation, { ...wait, now }))) return;
      const msg = `Trying again in ${Math.ceil(wait.waitMs / 1000)} s.`;
      await s.logs.add(operation.projectId, operation.id, [
        { id: newId(), time: now, severity: 'WARNING', msg, error: reason },
      ]);
    });
  }
}

export type HandleFailure = ReturnType<typeof makeHandleFailure>;
