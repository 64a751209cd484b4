import { shifted, type RateBudget } from './rate_budget.ts';
import type { RateWindow } from './rate_window.ts';

/**
 * Before 0.2 each budget was a row of the service reads. A new replica of reads hands these rows over before its first
 * draw, and again when one changes, because old replicas write them as long as they run.
 *
 * The same row may come several times. So its windows are kept beside the budget's own and replaced, not added; of two
 * waits the longer holds, and of two counts of remaining calls the lower one.
 */
export type FormerBudget = {
  windows: Record<string, RateWindow>;
  learnt: RateBudget['learnt'];
  /** The wait has its older name. */
  closed: Record<'until' | 'waitMillis', number> | null;
};

/** @param clockAheadMs how far the clock of the former rows is ahead of this database's. */
export function inherit(budget: RateBudget, former: FormerBudget, clockAheadMs: number): RateBudget {
  const { closed, learnt, windows } = shifted(asBudget(former), clockAheadMs);
  return {
    ...budget,
    inherited: windows,
    learnt: stricter(budget.learnt, learnt),
    closed: (closed?.until ?? 0) > (budget.closed?.until ?? 0) ? closed : budget.closed,
  };
}

function asBudget({ windows, learnt, closed }: FormerBudget): RateBudget {
  const named = closed && { until: closed.until, waitMs: closed['waitMillis'] };
  return { granted: 0, windows, learnt, closed: named };
}

function stricter(own: RateBudget['learnt'], former: RateBudget['learnt']): RateBudget['learnt'] {
  if (!own || !former) return own ?? former;
  const isSameWindow = Math.abs(own.until - former.until) <= Math.max(1_000, own.span / 10);
  if (isSameWindow) return { ...own, left: Math.min(own.left, former.left) };
  return own.until > former.until ? own : former;
}
