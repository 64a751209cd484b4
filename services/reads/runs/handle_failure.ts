import { type BudgetWait, RateLimitExhausted } from '../../../connectors/calls/rate_limit_exhausted.ts';
import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import { CircularPaging } from '../../../connectors/engine/read/page_watch.ts';
import { isRolledBack, isTransient } from '../../../lib/db/errors.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { ProblemKind } from '../../../lib/problem/kinds.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import { metrics } from '../../../lib/telemetry/metrics.ts';
import { toIso } from '../../../lib/time/iso.ts';
import type { ChangeMoment, UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import type { OperationLease } from '../../../lib/work/states.ts';
import type { DeferBackfill } from '../backfills/deferred_backfills.ts';
import {
  type ClaimedOperation,
  type FinishOperation,
  nextReadStep,
  type OperationStore,
  type ReadFailure,
} from '../operations/operation.ts';
import type { WaitCause } from '../operations/waiting_for.ts';
import type { ReadPlan } from '../read_plan.ts';

type Stores = { operations: OperationStore; logs: LogStore };

type Deps = UseCaseContext<Stores> & {
  finishOperation: FinishOperation;
  deferBackfill: DeferBackfill;
  log: Log;
  maxTries: number;
  random?: () => number;
};

type StoppedRun = { operation: ClaimedOperation; plan: ReadPlan | null };

const UNEXPECTED_FAILURE: ReadFailure = {
  kind: 'temporary',
  reason: 'Internal error in Causeway; see the log of reads.',
};

/**
 * Handles an operation that stopped with an error. The operation is parked until the provider is ready or its rate
 * limit allows calls, postponed while a part of Causeway is unavailable, deferred, or finished as failed.
 */
export function makeHandleFailure({
  stores,
  finishOperation,
  deferBackfill,
  clock,
  newId,
  log,
  maxTries,
  random = Math.random,
}: Deps) {
  /**
   * `operation`: its state after its last committed page. `plan`: null before its start. Returns `failed` when the
   * cause is a fault of Causeway.
   */
  return async function handleFailure(
    { operation, plan }: StoppedRun,
    error: unknown,
    signal: AbortSignal,
  ): Promise<'ended' | 'failed'> {
    if (signal.aborted) return 'ended'; // the worker releases the operation
    if (error instanceof RateLimitExhausted) {
      await yieldToRateLimit(operation, error);
      return 'ended';
    }
    const failure = classifyFailure(error);
    if (!failure)
      log.error('operation failed unexpectedly', {
        operationId: operation.id,
        projectId: operation.projectId,
        err: error,
      });
    const cause = causeOf(error, failure ?? UNEXPECTED_FAILURE);
    const step = nextReadStep(failure ?? UNEXPECTED_FAILURE, operation, { maxTries, random });
    if (step.do === 'postpone') await waitForCauseway(operation, { ...step, cause }, { stores, newId, clock });
    else if (step.do === 'park') {
      metrics.retries.inc({ service: 'reads' });
      await park(operation, { ...step, cause });
    } else if (!(await deferBackfill(operation, failure ?? UNEXPECTED_FAILURE, cause)))
      await finishOperation(operation, plan, {
        state: 'failure',
        reason: step.reason,
        isRefusal: failure?.kind === 'permanent' && failure.isRefusal === true,
      });
    return failure ? 'ended' : 'failed';
  };

  /**
   * Parks the operation until the rate limit allows calls again. This does not count as a try, because nothing failed;
   * a long wait is logged.
   */
  async function yieldToRateLimit(operation: ClaimedOperation, exhausted: RateLimitExhausted): Promise<void> {
    const detail = `The provider's rate limit (${exhausted.scope}) has no room.`;
    const cause: WaitCause = { reason: 'rateLimit', detail };
    const wait = { waitMs: Math.ceil(exhausted.waitMs), cause, now: clock.now() };
    const isHeld = exhausted.isMidPage
      ? await stores.operations.park(operation, { ...wait, isRateLimit: true })
      : await stores.operations.postpone(operation, wait);
    if (isHeld) await logRateLimitWait(stores, operation, exhausted, { newId, now: wait.now });
  }

  async function park(
    operation: ClaimedOperation,
    wait: { waitMs: number; isRateLimit: boolean; cause: WaitCause },
  ): Promise<void> {
    await stores.transaction(async (s) => {
      const now = clock.now();
      if (!(await s.operations.park(operation, { ...wait, now }))) return;
      const msg = `Trying again in ${Math.ceil(wait.waitMs / 1000)} s.`;
      await s.logs.add(operation.projectId, operation.id, [
        { id: newId(), time: now, severity: 'WARNING', msg, error: wait.cause.detail },
      ]);
    });
  }
}

export type HandleFailure = ReturnType<typeof makeHandleFailure>;

/**
 * The kinds of problems of Causeway's own services that a retry may solve. The cause of all other kinds is in the
 * installation.
 */
const RETRYABLE_KINDS: readonly ProblemKind[] = [
  'deadlineExceeded',
  'internal',
  'rateLimited',
  'providerFailed',
  'requestTimeout',
];

/** Returns how to handle an error, with a text for the builder. Null for an unexpected error, which is a bug. */
export function classifyFailure(error: unknown): ReadFailure | null {
  if (error instanceof CircularPaging) return { kind: 'circle', reason: error.message };
  if (error instanceof ProviderFailure) return ofProvider(error);
  if (isTransient(error) && !isRolledBack(error))
    return { kind: 'unavailable', reason: 'The database is unavailable.' };
  if (isRolledBack(error)) return { kind: 'temporary', reason: 'Causeway was too busy to continue.' };
  if (!(error instanceof Problem)) return null;
  if (error.kind === 'unavailable') return { kind: 'unavailable', reason: error.detail };
  return { kind: RETRYABLE_KINDS.includes(error.kind) ? 'temporary' : 'permanent', reason: error.detail };
}

function ofProvider({ kind, message, retryAfterMs }: ProviderFailure): ReadFailure {
  if (kind === 'rateLimit') return { kind, reason: message, retryAfterMs };
  if (kind === 'providerFault' || kind === 'network') return { kind: 'temporary', reason: message, retryAfterMs };
  return { kind: 'permanent', reason: message, isRefusal: kind === 'credentials' };
}

/** The cause of the wait after a temporary failure. The detail is the reason of the failure. */
function causeOf(error: unknown, { kind, reason: detail, ...failure }: ReadFailure): WaitCause {
  if (kind === 'rateLimit') return { reason: kind, detail };
  if ('isRefusal' in failure && failure.isRefusal) return { reason: 'credentials', detail };
  const isOfProvider = error instanceof ProviderFailure || kind === 'circle';
  return { reason: isOfProvider || isProviderFailed(error) ? 'provider' : 'causeway', detail };
}

/** Whether a provider failed in a call that another service made, such as a token request. */
function isProviderFailed(error: unknown): boolean {
  return error instanceof Problem && error.kind === 'providerFailed';
}

const UNAVAILABLE_MESSAGE = 'Waiting for a part of Causeway that is unavailable.';
const HOUR_MS = 3_600_000;

/**
 * Postpones an operation while a part of Causeway is unavailable. This does not count as a try. The log reports it once
 * an hour.
 */
async function waitForCauseway(
  operation: ClaimedOperation,
  { waitMs, cause }: { waitMs: number; cause: WaitCause },
  { stores, newId, clock }: UseCaseContext<Stores>,
): Promise<void> {
  const { projectId, id } = operation;
  const now = clock.now();
  await stores.transaction(async (s) => {
    if (!(await s.operations.postpone(operation, { waitMs, cause, now }))) return;
    if (await s.logs.has(projectId, id, { like: UNAVAILABLE_MESSAGE, since: now - HOUR_MS })) return;
    await s.logs.add(projectId, id, [
      { id: newId(), time: now, severity: 'WARNING', msg: UNAVAILABLE_MESSAGE, error: cause.detail },
    ]);
  });
}

type LogStores = { logs: LogStore };

/** Min wait that is logged. Shorter waits are normal under a rate limit. Ms. */
const MIN_LOGGED_WAIT_MS = 60_000;

/**
 * Logs that the operation waits for a provider's rate limit, at most once an hour per scope. So the log explains a long
 * wait and is not flooded.
 */
async function logRateLimitWait(
  s: LogStores,
  { projectId, id }: OperationLease,
  { waitMs, scope }: BudgetWait,
  { newId, now }: ChangeMoment,
): Promise<void> {
  if (waitMs <= MIN_LOGGED_WAIT_MS) return;
  const whose = `for the provider's rate limit (${scope}).`;
  if (await s.logs.has(projectId, id, { like: `Waiting until % ${whose}`, since: now - HOUR_MS })) return;
  const msg = `Waiting until ${toIso(now + Math.ceil(waitMs))} ${whose}`;
  await s.logs.add(projectId, id, [{ id: newId(), time: now, severity: 'INFO', msg }]);
}
