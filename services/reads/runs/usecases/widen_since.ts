/**
 * A scheduled read starts with a `since` that includes the clock lag that the previous read measured. When the first
 * page shows a larger lag (the provider's clock was set back, or was never measured), some changes are dated before
 * `since`. Then the read moves `since` back by the difference and fetches that page again.
 */
import type { Clock } from '../../../../lib/time/clock.ts';
import type { ReadRun } from '../../pages/domain/read_run.ts';
import type { OperationStore } from '../../operations/domain/operation_store.ts';
import type { FetchedPage } from '../../pages/domain/fetched_page.ts';

type Stores = { operations: OperationStore };

type Deps = { stores: Stores; clock: Clock };

export function makeWidenSince({ stores, clock }: Deps) {
  /** The run with the earlier `since`; null when `page`, its first, needs no change, or the lease was lost. */
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
