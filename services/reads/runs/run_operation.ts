import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { RunEnd, Slot } from '../../../lib/work/worker.ts';
import type { EndSweep } from '../deletes/end_sweep.ts';
import type { ClaimedOperation, FinishOperation, Outcome } from '../operations/operation.ts';
import type { ReadRun } from '../pages/pages_to_commit.ts';
import type { AwaitDestination } from './await_destination.ts';
import type { HandleFailure } from './handle_failure.ts';
import type { Progress, ReadPages } from './read_pages.ts';
import type { StartOperation } from './start_operation.ts';

type Deps = {
  awaitDestination: AwaitDestination;
  startOperation: StartOperation;
  readPages: ReadPages;
  endSweep: EndSweep;
  finishOperation: FinishOperation;
  handleFailure: HandleFailure;
  clock: Clock;
  log: Log;
  maxTries: number;
};

const NOBODY_WAITS: Slot = { isOver: () => false, waitFor: (coming) => coming };

/**
 * Runs a claimed operation until it ends, must wait for the provider, or loses its lease, or until the process stops.
 * When others wait, it stops after a page and returns `yielded`, and the worker puts it back. Never throws: what an error
 * of ours stopped is `failed`. All progress
 * is in the row, so the next worker continues after the last committed page.
 */
export function makeRunOperation(deps: Deps) {
  const {
    awaitDestination,
    startOperation,
    readPages,
    endSweep,
    finishOperation,
    handleFailure,
    clock,
    log,
    maxTries,
  } = deps;

  return async function runOperation(
    claimed: ClaimedOperation,
    signal: AbortSignal,
    slot: Slot = NOBODY_WAITS,
  ): Promise<RunEnd> {
    let progress: Progress | null = null;
    try {
      if (claimed.tries > maxTries)
        throw new Problem('unprocessable', `Causeway gave up: ${maxTries} tries of this read failed without a result.`);
      const operation = await awaitDestination.beforeStart(claimed);
      const started = operation && (await startOperation(operation));
      if (!started) return 'ended';
      progress = { run: started, hasRead: false, cursorTime: clock.now() };
      const pages = started.operation.isRead ? 'read' : await readPages(progress, { signal, slot });
      if (pages !== 'read') return pages;
      const { run } = progress;
      const outcome = await outcomeOf(run);
      if (outcome) await finishOperation(run.operation, run.plan, outcome);
    } catch (error) {
      const { operation, plan } = progress?.run ?? { operation: claimed, plan: null };
      return handleFailure({ operation, plan }, error, signal).catch((err: unknown): RunEnd => {
        const { id: operationId, projectId } = claimed;
        log.warn('operation not ended, its lease will expire', { operationId, projectId, err });
        return 'failed';
      });
    }
    return 'ended';
  };

  /** Null when the lease was lost. */
  async function outcomeOf(run: ReadRun): Promise<Outcome | null> {
    const { readType, recordsProcessed, lagMs } = run.operation;
    if (readType === 'sweep') return endSweep(run);
    return { state: 'success', records: recordsProcessed, startTime: run.startTime - lagMs, lagMs };
  }
}

export type RunOperation = ReturnType<typeof makeRunOperation>;
