import type { NewId } from '../../../lib/ids/ids.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { ClaimedOperation } from '../domain/operation.ts';
import type { ReadRun } from '../domain/read_run.ts';
import { overLimit, type ReadLimits } from '../domain/read_limits.ts';
import { nextStep, type Setback, type Tries } from '../domain/setback.ts';
import type { Stores } from '../domain/stores.ts';
import type { CommitPages } from './commit_pages.ts';
import { BudgetSpent } from './budget_spent.ts';
import type { EndSweep } from './end_sweep.ts';
import { fetchAhead } from './fetch_ahead.ts';
import type { FetchedPage, FetchPage } from './fetch_page.ts';
import type { FinishOperation } from './finish_operation.ts';
import { noteWait } from './note_wait.ts';
import type { PutOff } from './put_off.ts';
import { setbackOf } from './setback_of.ts';
import type { StartOperation } from './start_operation.ts';
import { mayBeForgotten, type StartOver } from './start_over.ts';
import type { WidenSince } from './widen_since.ts';

type Deps = {
  stores: Stores;
  startOperation: StartOperation;
  fetchPage: FetchPage;
  widenSince: WidenSince;
  startOver: StartOver;
  commitPages: CommitPages;
  finishOperation: FinishOperation;
  putOff: PutOff;
  endSweep: EndSweep;
  clock: Clock;
  newId: NewId;
  wake: () => void;
  log: Log;
  rules: Rules;
  maxTries: number;
  limits: ReadLimits;
  random?: () => number;
};

const UNEXPECTED: Setback = { kind: 'temporary', reason: 'Something went wrong on our side.' };

/** What a run knows that its row may not yet say. */
type Progress = Tries & {
  run: ReadRun | null;
  lagMillis: number;
  isYielded: boolean;
  hasRead: boolean;
  pageSeq: number;
  /** When the page was asked for that told the way to the one under way. Unix ms. */
  tokenTime: number;
};

/** The worker's place that an operation runs in. Asked after each page: whether it is another installation's turn. */
export type Slot = {
  isOver(): boolean;
  /** Nothing but this is done until it is there. */
  waitFor<T>(coming: Promise<T>): Promise<T>;
};
const NOBODY_WAITS: Slot = { isOver: () => false, waitFor: (coming) => coming };

/**
 * Takes a claimed operation as far as it goes: to its end, to the moment the provider wants to be left alone, or to
 * the page at which the lease was lost, the process is asked to stop, or others have their turn: then it answers
 * `yielded`, and the worker gives the operation back. Never throws. All that it leaves behind is in
 * the row, so whoever claims it next goes on from the last committed page.
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
    putOff,
    endSweep,
    clock,
    newId,
    wake,
    log,
    rules,
    maxTries,
    limits,
    random = Math.random,
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
      lagMillis: operation.lagMillis,
      isYielded: false,
      hasRead: false,
      pageSeq: operation.pageSeq,
      tokenTime: clock.now(),
    };
    try {
      if (operation.tries > maxTries)
        throw new Problem('unprocessable', `Causeway gave up: this read did not survive ${maxTries} starts.`);
      const run = await startOperation(operation);
      if (!run) return 'ended';
      progress.run = run;
      const records = operation.isRead ? operation.recordsProcessed : await readOn(run, progress, { signal, slot });
      if (records === null) return progress.isYielded ? 'yielded' : 'ended';
      const { lagMillis, pageSeq } = progress;
      const outcome =
        operation.readType === 'sweep'
          ? await endSweep(run, pageSeq)
          : { state: 'success' as const, records, startTime: run.startTime - lagMillis, lagMillis };
      if (outcome) await finishOperation(run.operation, run.plan, outcome);
    } catch (error) {
      await endEarly(operation, progress, error, signal).catch((err: unknown) => {
        log.warn('operation left to its lease', { operationId: operation.id, projectId: operation.projectId, err });
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
      // Half a list is none: without this rule the end of what could be read is taken for its end.
      if (run.operation.readType === 'sweep' && !rules.holds('sweepGuard')) return run.operation.recordsProcessed;
      if (how.signal.aborted) throw error;
      if (progress.hasRead) return startAgain(run, progress, error);
      const anew = await startOver(run, error);
      if (!anew) throw error;
      progress.run = anew;
      return readPages(anew, progress, how);
    }
  }

  /**
   * The next start begins with this page, and finds out whether the provider has forgotten it. No try is counted. A sweep
   * that was led astray tells nothing, and the next one lists everything anew.
   */
  async function startAgain({ operation }: ReadRun, progress: Progress, error: unknown): Promise<null> {
    const age = clock.now() - progress.tokenTime;
    const isSweep = operation.readType === 'sweep';
    if (operation.replay || isSweep || !rules.holds('startOver') || !mayBeForgotten(error, age)) throw error;
    progress.isYielded = false;
    await stores.operations.await(operation, { waitMillis: 0, now: clock.now() });
    wake();
    return null;
  }

  /** Problems: unprocessable. */
  function withinLimits({ operation, startTime }: ReadRun, pages: number, bytes: number): void {
    if (operation.replay || !rules.holds('budgets')) return;
    const fault = overLimit({ pages, bytes, millis: clock.now() - startTime }, limits);
    if (fault !== null) throw new Problem('unprocessable', fault);
  }

  /**
   * Reads to the last page. Returns how many records the operation read in all, or null when the lease was lost, or
   * the operation put aside until the provider has prepared the next page or until others had their turn.
   */
  async function readPages(
    run: ReadRun,
    progress: Progress,
    { signal, slot }: { signal: AbortSignal; slot: Slot },
  ): Promise<number | null> {
    let { pageSeq, recordsProcessed, recordsEstimatedTotal, bytesFetched } = run.operation;
    withinLimits(run, pageSeq, bytesFetched);
    const pages = fetchAhead(pagesOf(run, progress, signal), run.operation.cursorJson, rules);
    const take = () => slot.waitFor(pages.take());
    for (let taken = await take(); taken; taken = await take()) {
      progress.isYielded = false;
      // Some providers count what is left, so the highest count is that of the whole.
      const totals = taken.map((page) => page.estimatedTotal ?? -1);
      recordsEstimatedTotal = Math.max(rules.holds('highestTotal') ? recordsEstimatedTotal : -1, ...totals);
      const lagMillis = Math.max(progress.lagMillis, ...taken.map((page) => page.lagMillis));
      const records = await commitPages(run, {
        pages: taken,
        firstPageSeq: pageSeq + 1,
        estimatedTotal: recordsEstimatedTotal,
        lagMillis,
      });
      if (records === null) return null;
      pageSeq += taken.length;
      recordsProcessed += records;
      bytesFetched += taken.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
      Object.assign(progress, { tries: 0, rateLimits: 0, lagMillis, hasRead: true, pageSeq });
      const last = taken.at(-1);
      if (last && last.nextCursorJson !== null) withinLimits(run, pageSeq, bytesFetched);
      if (last && last.waitMillis > 0 && last.nextCursorJson !== null) {
        await stores.operations.await(run.operation, { waitMillis: last.waitMillis, now: clock.now() });
        return null;
      }
      if (slot.isOver()) pages.close(); // what is on its way is still read
      progress.isYielded = (last?.nextCursorJson ?? null) !== null;
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

  async function endEarly(
    operation: ClaimedOperation,
    progress: Progress,
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) {
      await stores.operations.release(operation);
      wake();
      return;
    }
    if (error instanceof BudgetSpent) return standBack(operation, error);
    const setback = setbackOf(error);
    if (!setback)
      log.error('operation failed unexpectedly', {
        operationId: operation.id,
        projectId: operation.projectId,
        err: error,
      });
    const step = nextStep(setback ?? UNEXPECTED, progress, { maxTries, random });
    if (step.do === 'park') await park(operation, step, (setback ?? UNEXPECTED).reason);
    else if (!(await putOff(operation, setback ?? UNEXPECTED, progress)))
      await finishOperation(progress.run?.operation ?? operation, progress.run?.plan ?? null, {
        state: 'failure',
        reason: step.reason,
        isRefusal: setback?.kind === 'permanent' && setback.isRefusal === true,
      });
  }

  /** Until the provider's limit has room again. Nobody failed, so no try is counted; a long wait is said. */
  async function standBack(operation: ClaimedOperation, spent: BudgetSpent): Promise<void> {
    const wait = { waitMillis: Math.ceil(spent.waitMillis), now: clock.now() };
    const isHeld = spent.isMidPage
      ? await stores.operations.park(operation, { ...wait, isRateLimit: true })
      : await stores.operations.await(operation, wait);
    if (isHeld) await noteWait(stores, operation, spent, { newId, now: wait.now });
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
