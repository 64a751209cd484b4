/**
 * A scheduled read begins with a `since` that allows for what the read before it found out about the provider's clock.
 * When the first page shows that the clock is further behind than that (it was set back, or nobody has asked it before),
 * what changed in between is dated before `since`: the read reaches back by so much more, and asks for that page anew.
 */
import type { Clock } from '../../../lib/time/clock.ts';
import type { Rules } from '../../../lib/rules/rules.ts';
import type { ReadRun } from '../domain/read_run.ts';
import type { Stores } from '../domain/stores.ts';
import type { FetchedPage } from './fetch_page.ts';

type Deps = { stores: Stores; clock: Clock; rules: Rules };

export function makeWidenSince({ stores, clock, rules }: Deps) {
  /** The run that reaches further back; null when `page`, its first, needs no more, or the lease was lost. */
  return async function widenSince(run: ReadRun, { lagMillis }: FetchedPage): Promise<ReadRun | null> {
    const { operation } = run;
    const more = lagMillis - operation.lagAllowed;
    if (more <= 0 || operation.readType !== 'scheduled' || operation.sinceTime === null) return null;
    if (!rules.holds('skew')) return null;
    const wider = { sinceTime: operation.sinceTime - more, lagAllowed: lagMillis };
    if (!(await stores.operations.widen(operation, { ...wider, now: clock.now() }))) return null;
    return { ...run, operation: { ...operation, ...wider } };
  };
}

export type WidenSince = ReturnType<typeof makeWidenSince>;
