import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { ClaimedOperation } from '../domain/operation.ts';
import type { ReadRun } from '../domain/read_run.ts';
import { nextStep, type Setback, type Tries } from '../domain/setback.ts';
import type { Stores } from '../domain/stores.ts';
import type { CommitPages } from './commit_pages.ts';
import { fetchAhead } from './fetch_ahead.ts';
import type { FetchPage } from './fetch_page.ts';
import type { FinishOperation } from './finish_operation.ts';
import { setbackOf } from './setback_of.ts';
import type { StartOperation } from './start_operation.ts';

type Deps = {
  stores: Stores;
  startOperation: StartOperation;
  fetchPage: FetchPage;
  commitPages: CommitPages;
  finishOperation: FinishOperation;
  clock: Clock;
  newId: NewId;
  log: Log;
  maxTries: number;
  random?: () => number;
};

const UNEXPECTED: Setback = { kind: 'temporary', reason: 'Something went wrong on our side.' };

/** What a run knows that its row may not yet say. */
type Progress = Tries & { run: ReadRun | null; lagMillis: number };

/**
 * Takes a claimed operation as far as it goes: to its end, to the moment the provider wants to be left alone, or to
 * the page at which the lease was lost or the process is asked to stop. Never throws. All that it leaves behind is in
 * the row, so whoever claims it next goes on from the last committed page.
 */
export function makeRunOperation(deps: Deps) {
  const {
    stores,
    startOperation,
    fetchPage,
    commitPages,
    finishOperation,
    clock,
    newId,
    log,
    maxTries,
    random = Math.random,
  } = deps;

  return async function runOperation(operation: ClaimedOperation, signal: AbortSignal): Promise<void> {
    const progress: Progress = { tries: operation.tries, rateLimits: operation.rateLimits, run: null, lagMillis: 0 };
    try {
      if (operation.tries > maxTries)
        throw new Problem('unprocessable', `Causeway gave up: this read did not survive ${maxTries} starts.`);
      const run = await startOperation(operation);
      if (!run) return;
      progress.run = run;
      const records = operation.isRead ? operation.recordsProcessed : await readPages(run, progress, signal);
      if (records === null) return;
      await finishOperation(run.operation, run.plan, {
        state: 'success',
        records,
        startTime: run.startTime - progress.lagMillis,
      });
    } catch (error) {
      await endEarly(operation, progress, error, signal).catch((err: unknown) => {
        log.warn('operation left to its lease', { operationId: operation.id, projectId: operation.projectId, err });
      });
    }
  };

  /**
   * Reads to the last page. Returns how many records the operation read in all, or null when the lease was lost, or
   * the operation put aside until the provider has prepared the next page.
   */
  async function readPages(run: ReadRun, progress: Progress, signal: AbortSignal): Promise<number | null> {
    let { pageSeq, recordsProcessed, recordsEstimatedTotal } = run.operation;
    const pages = fetchAhead((cursorJson) => fetchPage(run, cursorJson, signal), run.operation.cursorJson);
    for (let taken = await pages.take(); taken; taken = await pages.take()) {
      recordsEstimatedTotal = taken.at(-1)?.estimatedTotal ?? recordsEstimatedTotal;
      if (!(await commitPages(run, { pages: taken, firstPageSeq: pageSeq + 1, estimatedTotal: recordsEstimatedTotal })))
        return null;
      pageSeq += taken.length;
      recordsProcessed += taken.reduce((sum, { records }) => sum + records.length, 0);
      const lagMillis = Math.max(progress.lagMillis, ...taken.map((page) => page.lagMillis));
      Object.assign(progress, { tries: 0, rateLimits: 0, lagMillis });
      const last = taken.at(-1);
      if (last && last.waitMillis > 0 && last.nextCursorJson !== null) {
        await stores.operations.await(run.operation, { waitMillis: last.waitMillis, now: clock.now() });
        return null;
      }
    }
    return recordsProcessed;
  }

  async function endEarly(
    operation: ClaimedOperation,
    progress: Progress,
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) {
      await stores.operations.release(operation);
      return;
    }
    const setback = setbackOf(error);
    if (!setback)
      log.error('operation failed unexpectedly', {
        operationId: operation.id,
        projectId: operation.projectId,
        err: error,
      });
    const step = nextStep(setback ?? UNEXPECTED, progress, { maxTries, random });
    if (step.do === 'park') await park(operation, step, (setback ?? UNEXPECTED).reason);
    else
      await finishOperation(progress.run?.operation ?? operation, progress.run?.plan ?? null, {
        state: 'failure',
        reason: step.reason,
      });
  }

  async function park(
    operation: ClaimedOperation,
    wait: { waitMillis: number; isRateLimit: boolean },
    reason: string,
  ): Promise<void> {
    await stores.transaction(async (s) => {
      const now = clock.now();
      if (!(await s.operations.park(operation, { ...wait, now }))) return;
      const msg = `Trying again in ${Math.ceil(wait.waitMillis / 1000)} s.`;
      await s.logs.add(operation.projectId, operation.id, [
        { id: newId(), time: now, severity: 'WARNING', msg, error: reason },
      ]);
    });
  }
}

export type RunOperation = ReturnType<typeof makeRunOperation>;
