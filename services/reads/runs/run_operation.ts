import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { RunEnd, WorkerSlot } from '../../../lib/work/worker.ts';
import type { EndSweep } from '../deletes/end_sweep.ts';
import type { ClaimedOperation, FinishOperation, OperationStore, ReadOutcome } from '../operations/operation.ts';
import type { WaitCause } from '../operations/waiting_for.ts';
import type { FetchPage } from '../pages/fetch_page.ts';
import type { CommitPages, FetchedPage, ReadRun } from '../pages/pages_to_commit.ts';
import { prefetchPages } from '../pages/prefetch_pages.ts';
import type { AwaitDestination } from './await_destination.ts';
import type { HandleFailure } from './handle_failure.ts';
import type { StartOperation } from './start_operation.ts';
import { mayBeExpired, type StartOver, type WidenSince } from './widen_since.ts';

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

const UNCONTESTED_SLOT: WorkerSlot = { isOver: () => false, waitFor: (coming) => coming };

/**
 * Runs a claimed operation until it ends, must wait for the provider, or loses its lease, or until the process stops.
 * When other installations wait for the slot, the run stops after a page and returns `yielded`, and the worker queues
 * the operation again. Never throws: returns `failed` for a fault of Causeway. All progress is in the row, so the next
 * worker continues after the last committed page.
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
    slot: WorkerSlot = UNCONTESTED_SLOT,
  ): Promise<RunEnd> {
    let progress: RunProgress | null = null;
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

  /** The result of a run that has read all pages; null when the lease was lost. */
  async function outcomeOf(run: ReadRun): Promise<ReadOutcome | null> {
    const { readType, recordsProcessed, lagMs } = run.operation;
    if (readType === 'sweep') return endSweep(run);
    return { state: 'success', records: recordsProcessed, startTime: run.startTime - lagMs, lagMs };
  }
}

export type RunOperation = ReturnType<typeof makeRunOperation>;

type ReadPagesStores = { operations: OperationStore };

type ReadPagesDeps = {
  stores: ReadPagesStores;
  fetchPage: FetchPage;
  widenSince: WidenSince;
  startOver: StartOver;
  commitPages: CommitPages;
  awaitDestination: AwaitDestination;
  clock: Clock;
  wake: () => void;
  limits: ReadLimits;
};

/**
 * The progress of a run, updated while pages are read. The handling of a failure needs the state after the last
 * committed page.
 */
export type RunProgress = {
  /** The run after the last committed page. */
  run: ReadRun;
  /** Whether a page was committed since the claim. */
  hasRead: boolean;
  /** When the page that returned the current cursor was requested, Unix ms. */
  cursorTime: number;
};

/**
 * `read`: the last page is committed. `yielded`: other installations use the slot now. `ended`: the lease was lost, or
 * the operation waits for the provider or its destination.
 */
type PagesOutcome = 'read' | 'yielded' | 'ended';
type SignalAndSlot = { signal: AbortSignal; slot: WorkerSlot };

const PROVIDER_PREPARES: WaitCause = { reason: 'provider', detail: 'The provider prepares the records.' };
const PROVIDER_ASKS_AGAIN: WaitCause = {
  reason: 'provider',
  detail: 'The provider refused its own cursor; the page is asked for again.',
};

/** Reads an operation from its position to its last page, and commits each page. */
export function makeReadPages(deps: ReadPagesDeps) {
  const { stores, fetchPage, widenSince, startOver, commitPages, awaitDestination, clock, wake, limits } = deps;

  return async function readPages(progress: RunProgress, how: SignalAndSlot): Promise<PagesOutcome> {
    try {
      return await readToEnd(progress, how);
    } catch (error) {
      if (how.signal.aborted) throw error;
      if (progress.hasRead) return startAgain(progress, error);
      const restarted = await startOver(progress.run, error);
      if (!restarted) throw error;
      progress.run = restarted;
      return readToEnd(progress, how);
    }
  };

  async function readToEnd(progress: RunProgress, { signal, slot }: SignalAndSlot): Promise<PagesOutcome> {
    assertWithinLimits(progress.run);
    let hasNext = false;
    let mustWait = false;
    const pages = prefetchPages(pagesOf(progress, signal), progress.run.operation.cursorJson);
    const take = () => slot.waitFor(pages.take());
    for (let taken = await take(); taken; taken = await take()) {
      const run = await commit(progress.run, taken);
      if (run === null) return 'ended';
      Object.assign(progress, { run, hasRead: true });
      hasNext = run.operation.cursorJson !== null;
      if (hasNext) assertWithinLimits(run);
      const waitMs = taken.at(-1)?.waitMs ?? 0;
      if (waitMs > 0 && hasNext) {
        await stores.operations.postpone(run.operation, { waitMs, cause: PROVIDER_PREPARES, now: clock.now() });
        return 'ended';
      }
      if (!hasNext) continue;
      const next = await awaitDestination.betweenPages(run);
      if (next.run === null) return 'ended';
      progress.run = next.run;
      mustWait = next.mustWait;
      if (mustWait || slot.isOver()) pages.close(); // the page in flight is still committed
    }
    if (!hasNext) return 'read';
    const { operation, plan } = progress.run;
    const isReady = !mustWait || (await awaitDestination.wait(operation, plan)) !== null;
    return isReady ? 'yielded' : 'ended';
  }

  /** Commits pages and returns the run after them; null when the lease was lost. */
  async function commit(run: ReadRun, pages: readonly FetchedPage[]): Promise<ReadRun | null> {
    const { pageSeq, recordsEstimatedTotal, lagMs } = run.operation;
    // Some providers report how many records remain, so the highest reported count is the total.
    const totals = pages.map((page) => page.estimatedTotal ?? -1);
    const committed = await commitPages(run, {
      pages,
      firstPageSeq: pageSeq + 1,
      estimatedTotal: Math.max(recordsEstimatedTotal, ...totals),
      lagMs: Math.max(lagMs, ...pages.map((page) => page.lagMs)),
    });
    return committed?.run ?? null;
  }

  function pagesOf(progress: RunProgress, signal: AbortSignal) {
    let { run } = progress;
    let askedTime = clock.now();
    return async (cursorJson: string | null): Promise<FetchedPage> => {
      progress.cursorTime = askedTime;
      askedTime = clock.now();
      const page = await fetchPage(run, cursorJson, signal);
      const wider = cursorJson === null ? await widenSince(run, page) : null;
      if (!wider) return page;
      run = progress.run = wider;
      return fetchPage(run, null, signal);
    };
  }

  /**
   * Ends the run, so that the next run starts with this page and checks whether the provider still accepts its cursor.
   * This does not count as a try. A failed sweep reports nothing, and the next sweep starts from the beginning.
   */
  async function startAgain({ run: { operation }, cursorTime }: RunProgress, error: unknown): Promise<PagesOutcome> {
    const age = clock.now() - cursorTime;
    const isSweep = operation.readType === 'sweep';
    if (operation.replay || isSweep || !mayBeExpired(error, age)) throw error;
    await stores.operations.postpone(operation, { waitMs: 0, cause: PROVIDER_ASKS_AGAIN, now: clock.now() });
    wake();
    return 'ended';
  }

  /** Throws unprocessable when a limit is exceeded. */
  function assertWithinLimits({ operation, startTime }: ReadRun): void {
    const { replay, pageSeq, bytesFetched, waitedMs } = operation;
    if (replay) return;
    const ms = clock.now() - startTime - waitedMs;
    const fault = limitFault({ pages: pageSeq, bytes: bytesFetched, ms }, limits);
    if (fault !== null) throw new Problem('unprocessable', fault);
  }
}

export type ReadPages = ReturnType<typeof makeReadPages>;

/**
 * The max cost of one operation. These limits stop reads that no other rule stops, such as paging that never ends. A
 * read that exceeds a limit fails with an error that names the limit, and keeps the records that it has delivered. 0
 * disables a limit.
 */
type ReadLimits = { pages: number; bytes: number; ms: number };

/** The error message when a limit is reached; null otherwise. */
function limitFault(spent: ReadLimits, limits: ReadLimits): string | null {
  if (isLimitExceeded(spent.pages, limits.pages))
    return limitReachedText('page', `${limits.pages} pages were read`, 'CAUSEWAY_READS_MAX_PAGES');
  if (isLimitExceeded(spent.bytes, limits.bytes))
    return limitReachedText('byte', `${limits.bytes} bytes were fetched`, 'CAUSEWAY_READS_MAX_BYTES');
  if (isLimitExceeded(spent.ms, limits.ms))
    return limitReachedText(
      'time',
      `${Math.round(limits.ms / 60_000)} minutes have passed since it began`,
      'CAUSEWAY_READS_MAX_TIME_MS',
    );
  return null;
}

function isLimitExceeded(spent: number, limit: number): boolean {
  return limit > 0 && spent >= limit;
}

function limitReachedText(budget: string, spent: string, setting: string): string {
  return `This read reached its ${budget} limit: ${spent}, and the provider has more. Narrow the read, or raise ${setting}.`;
}
