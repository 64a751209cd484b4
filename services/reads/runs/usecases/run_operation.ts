import type { Log } from '../../../../lib/log/log.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { ClaimedOperation } from '../../operations/domain/operation.ts';
import type { ReadRun } from '../../pages/domain/read_run.ts';
import { overLimit, type ReadLimits } from '../domain/read_limits.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import type { CommitPages } from '../../pages/domain/pages_to_commit.ts';
import type { EndSweep } from '../../deletes/usecases/end_sweep.ts';
import { fetchAhead } from '../../pages/usecases/fetch_ahead.ts';
import type { FetchPage } from '../../pages/usecases/fetch_page.ts';
import type { FetchedPage } from '../../pages/domain/fetched_page.ts';
import type { FinishOperation } from '../../operations/domain/outcome.ts';
import type { Progress } from '../domain/progress.ts';
import type { AwaitDestination } from './await_destination.ts';
import type { EndEarly } from './end_early.ts';
import type { StartOperation } from './start_operation.ts';
import { mayBeForgotten, type StartOver } from './start_over.ts';
import type { WidenSince } from './widen_since.ts';

type Stores = { operations: OperationStore };

type Deps = {
  stores: Stores;
  startOperation: StartOperation;
  fetchPage: FetchPage;
  widenSince: WidenSince;
  startOver: StartOver;
  commitPages: CommitPages;
  finishOperation: FinishOperation;
  endEarly: EndEarly;
  awaitDestination: AwaitDestination;
  endSweep: EndSweep;
  clock: Clock;
  wake: () => void;
  log: Log;
  maxTries: number;
  limits: ReadLimits;
};

/** The slot of the worker that runs the operation. Checked after each page: is it another installation's turn? */
export type Slot = {
  isOver(): boolean;
  /** Awaits `coming`; the operation does nothing else meanwhile. */
  waitFor<T>(coming: Promise<T>): Promise<T>;
};
const NOBODY_WAITS: Slot = { isOver: () => false, waitFor: (coming) => coming };

/**
 * Runs a claimed operation until it ends, must wait for the provider, or loses its lease, or until the process stops.
 * When others wait, it stops after a page and returns `yielded`, and the worker releases it. Never throws. All progress
 * is in the row, so the next worker continues after the last committed page.
 */
export function makeRunOperation(deps: Deps) {
  const {
    stores,
    startOperation,
    fetchPage,
    widenSince,
    startOver,
    commitPages,
    finishOperation,
    endEarly,
    awaitDestination,
    endSweep,
    clock,
    wake,
    log,
    maxTries,
    limits,
  } = deps;

  return async function runOperation(
    operation: ClaimedOperation,
    signal: AbortSignal,
    slot: Slot = NOBODY_WAITS,
  ): Promise<'ended' | 'yielded'> {
    const { tries, rateLimits } = operation;
    const progress: Progress = {
      tries,
      rateLimits,
      run: null,
      lagMs: operation.lagMs,
      isYielded: false,
      hasRead: false,
      pageSeq: operation.pageSeq,
      awaited: null,
      tokenTime: clock.now(),
    };
    try {
      if (operation.tries > maxTries)
        throw new Problem('unprocessable', `Causeway gave up: ${maxTries} tries of this read failed without a result.`);
      if (await awaitDestination.waitBeforeStart(operation)) return 'ended';
      const run = await startOperation(operation);
      if (!run) return 'ended';
      progress.run = run;
      const records = operation.isRead ? operation.recordsProcessed : await readOn(run, progress, { signal, slot });
      if (records === null) return progress.isYielded ? 'yielded' : 'ended';
      const { lagMs, pageSeq } = progress;
      const outcome =
        operation.readType === 'sweep'
          ? await endSweep(run, pageSeq)
          : { state: 'success' as const, records, startTime: run.startTime - lagMs, lagMs };
      if (outcome) await finishOperation(run.operation, run.plan, outcome);
    } catch (error) {
      await endEarly(operation, progress, error, signal).catch((err: unknown) => {
        log.warn('operation not ended, its lease will expire', {
          operationId: operation.id,
          projectId: operation.projectId,
          err,
        });
      });
    }
    return 'ended';
  };

  async function readOn(
    run: ReadRun,
    progress: Progress,
    how: { signal: AbortSignal; slot: Slot },
  ): Promise<number | null> {
    try {
      return await readPages(run, progress, how);
    } catch (error) {
      if (how.signal.aborted) throw error;
      if (progress.hasRead) return startAgain(run, progress, error);
      const anew = await startOver(run, error);
      if (!anew) throw error;
      progress.run = anew;
      return readPages(anew, progress, how);
    }
  }

  /**
   * Ends the run so that the next one starts with this page and checks whether the provider still accepts its cursor.
   * Counts no try. A failed sweep reports nothing, and the next one starts from scratch.
   */
  async function startAgain({ operation }: ReadRun, progress: Progress, error: unknown): Promise<null> {
    const age = clock.now() - progress.tokenTime;
    const isSweep = operation.readType === 'sweep';
    if (operation.replay || isSweep || !mayBeForgotten(error, age)) throw error;
    progress.isYielded = false;
    await stores.operations.postpone(operation, { waitMs: 0, now: clock.now() });
    wake();
    return null;
  }

  /** Throws unprocessable when a limit is exceeded. */
  function withinLimits({ operation, startTime }: ReadRun, pages: number, bytes: number): void {
    if (operation.replay) return;
    const fault = overLimit({ pages, bytes, ms: clock.now() - startTime - operation.waitedMs }, limits);
    if (fault !== null) throw new Problem('unprocessable', fault);
  }

  /**
   * Reads to the last page. Returns the number of records of the whole operation. Returns null when the lease was lost,
   * when the provider is still preparing the next page, or when others had their turn.
   */
  async function readPages(
    run: ReadRun,
    progress: Progress,
    { signal, slot }: { signal: AbortSignal; slot: Slot },
  ): Promise<number | null> {
    let { pageSeq, recordsProcessed, recordsEstimatedTotal, bytesFetched } = run.operation;
    withinLimits(run, pageSeq, bytesFetched);
    const pages = fetchAhead(pagesOf(run, progress, signal), run.operation.cursorJson);
    const take = () => slot.waitFor(pages.take());
    for (let taken = await take(); taken; taken = await take()) {
      progress.isYielded = false;
      // Some providers report the remaining count, so the highest count is the total.
      const totals = taken.map((page) => page.estimatedTotal ?? -1);
      recordsEstimatedTotal = Math.max(recordsEstimatedTotal, ...totals);
      const lagMs = Math.max(progress.lagMs, ...taken.map((page) => page.lagMs));
      const records = await commitPages(run, {
        pages: taken,
        firstPageSeq: pageSeq + 1,
        estimatedTotal: recordsEstimatedTotal,
        lagMs,
      });
      if (records === null) return null;
      pageSeq += taken.length;
      recordsProcessed += records;
      bytesFetched += taken.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
      Object.assign(progress, { tries: 0, rateLimits: 0, lagMs, hasRead: true, pageSeq });
      const last = taken.at(-1);
      if (last && last.nextCursorJson !== null) withinLimits(run, pageSeq, bytesFetched);
      if (last && last.waitMs > 0 && last.nextCursorJson !== null) {
        await stores.operations.postpone(run.operation, { waitMs: last.waitMs, now: clock.now() });
        return null;
      }
      progress.awaited = await awaitDestination.awaited(run.operation, run.plan);
      if (progress.awaited || slot.isOver()) pages.close(); // the page in flight is still read
      progress.isYielded = (last?.nextCursorJson ?? null) !== null;
    }
    if (progress.isYielded && progress.awaited) {
      await awaitDestination.wait(run.operation, progress.awaited, pageSeq);
      progress.isYielded = false;
      return null;
    }
    if (progress.isYielded) return null;
    return recordsProcessed;
  }

  function pagesOf(begun: ReadRun, progress: Progress, signal: AbortSignal) {
    let run = begun;
    let askedTime = clock.now();
    return async (cursorJson: string | null): Promise<FetchedPage> => {
      progress.tokenTime = askedTime;
      askedTime = clock.now();
      const page = await fetchPage(run, cursorJson, signal);
      const wider = cursorJson === null ? await widenSince(run, page) : null;
      if (!wider) return page;
      run = wider;
      return fetchPage(run, null, signal);
    };
  }
}

export type RunOperation = ReturnType<typeof makeRunOperation>;
