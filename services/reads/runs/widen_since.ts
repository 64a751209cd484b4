import type { ClockAndIds, UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
/**
 * A scheduled read starts with a `since` that includes the clock lag that the previous read measured. The first page
 * may show a larger lag, because the provider's clock was set back or was never measured. Then some changes have times
 * before `since`, so the read moves `since` back by the difference and fetches the page again.
 */

import { ProviderFailure } from '../../../connectors/engine/answer/failure.ts';
import type { ProviderCatalogue } from '../../../connectors/engine/catalogue/providers.ts';
import { filterPlan } from '../../../connectors/engine/read/read.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import type { OperationStore } from '../operations/operation.ts';
import type { FetchedPage, ReadRun } from '../pages/pages_to_commit.ts';
import { providerOf, readTimesOf } from '../pages/read_of.ts';

type Stores = { operations: OperationStore };

type Deps = ClockAndIds & { stores: Stores };

export function makeWidenSince({ stores, clock }: Deps) {
  /** Returns the run with the earlier `since`; null when the first page needs no change, or the lease was lost. */
  return async function widenSince(run: ReadRun, { lagMs }: FetchedPage): Promise<ReadRun | null> {
    const { operation } = run;
    const more = lagMs - operation.lagAllowed;
    if (more <= 0 || operation.readType !== 'scheduled' || operation.sinceTime === null) return null;
    const wider = { sinceTime: operation.sinceTime - more, lagAllowed: lagMs };
    if (!(await stores.operations.widen(operation, { ...wider, now: clock.now() }))) return null;
    return { ...run, operation: { ...operation, ...wider } };
  };
}

export type WidenSince = ReturnType<typeof makeWidenSince>;

type StartOverStores = { operations: OperationStore; logs: LogStore };

type StartOverDeps = UseCaseContext<StartOverStores>;

const MAX_START_OVERS = 3;

/**
 * Restarts a read whose cursor the provider no longer accepts. Cursors expire while an operation is parked, and a
 * deploy may change their format. When the provider answers the first request of a resumed read with a bad request or
 * not found, the read starts over at its first page: then it delivers some records twice, but loses none. This happens
 * at most three times per operation; then the refusal ends it.
 *
 * A cursor may also expire in the middle of a run: the previous page may have waited for a rate limit after the cursor
 * was issued, or the record that the cursor points to may have been deleted. Then the run ends at its last committed
 * page, and the next run starts with the page that failed (`mayBeExpired`).
 */
export function makeStartOver({ stores, clock, newId }: StartOverDeps) {
  /** Returns the run from its first page; null when this error is no reason to start over, or the lease was lost. */
  return async function startOver(run: ReadRun, error: unknown): Promise<ReadRun | null> {
    const { operation } = run;
    if (!isCursorRefused(error) || operation.cursorJson === null || operation.replay) return null;
    if (operation.startOvers >= MAX_START_OVERS) return null;
    const restarted = {
      cursorJson: null,
      startOvers: operation.startOvers + 1,
      passedRecords: operation.recordsProcessed,
      doubt: null,
    };
    const now = clock.now();
    const begun = await stores.transaction(async (s) => {
      if (!(await s.operations.startOver(operation, { passedRecords: restarted.passedRecords, now }))) return false;
      const msg = `The provider rejected the cursor after page ${operation.pageSeq}: reading again from the first page (${restarted.startOvers} of ${MAX_START_OVERS}).`;
      await s.logs.add(operation.projectId, operation.id, [
        { id: newId(), time: now, severity: 'WARNING', msg, error: error.message },
      ]);
      return true;
    });
    return begun ? { ...run, operation: { ...operation, ...restarted } } : null;
  };
}

/** Min age of an expired cursor, ms. A bad request with a younger cursor has another cause. */
const MIN_EXPIRED_AGE_MS = 30_000;

/** Whether a read that failed with a cursor of this age (ms) should try the same page again. */
export function mayBeExpired(error: unknown, ageMs: number): boolean {
  return isCursorRefused(error) && (error.kind === 'notFound' || ageMs >= MIN_EXPIRED_AGE_MS);
}

function isCursorRefused(error: unknown): error is ProviderFailure {
  return (
    error instanceof ProviderFailure && !error.exceeded && (error.kind === 'badRequest' || error.kind === 'notFound')
  );
}

export type StartOver = ReturnType<typeof makeStartOver>;

type FilterLinesDeps = { providers: ProviderCatalogue };
type StartedRead = Pick<ReadRun['operation'], 'readType' | 'sinceTime' | 'untilTime'>;

/** The log lines of an operation that say which filters the provider applies and which filters Causeway applies. */
export function makeFilterLines({ providers }: FilterLinesDeps) {
  return function filterLines(plan: ReadRun['plan'], operation: StartedRead): string[] {
    const { pushed, byEngine } = filterPlan({ provider: providerOf(providers, plan), ...readTimesOf(plan, operation) });
    const asked = fieldNames(pushed);
    const searched = fieldNames(byEngine);
    return [
      ...(asked ? [`The provider filters by ${asked}.`] : []),
      ...(searched ? [`Causeway filters the responses by ${searched}.`] : []),
    ];
  };
}

function fieldNames(filters: readonly { fieldName: string }[]): string {
  return filters.map(({ fieldName }) => fieldName).join(', ');
}

export type FilterLines = ReturnType<typeof makeFilterLines>;
