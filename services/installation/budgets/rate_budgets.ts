import type {
  BudgetKey,
  Draw,
  LateCall,
  LimitHeaders,
  PermitSource,
  Permits,
} from '../../../connectors/calls/permits.ts';
import { parseJson } from '../../../lib/json/json.ts';
import {
  applyReport,
  closeBudget,
  countCallLater,
  grantPermits,
  type LimitReport,
  moveTimesBack,
  type RateBudget,
  type RateBudgetStore,
  returnUnusedPermits,
  shiftTimes,
} from './rate_budget.ts';
import type { RateWindow } from './rate_window.ts';

/** Applies a draw: postpones late calls, returns unused permits, applies the rate limit headers, and grants permits. */
function applyDraw(
  budget: RateBudget,
  { allowed, late, unused, headers, ...wish }: Draw,
  now: number,
): { budget: RateBudget; permits: Permits | null; waitMs: number } {
  const mended = late.reduce((changing, one) => countCallLater(changing, allowed, limitDelay(one, now)), budget);
  const returned = unused ? returnUnusedPermits(mended, allowed, unused) : mended;
  const told = headers ? applyReport(returned, limitReportOf(headers, now), now) : returned;
  return grantPermits(told, { allowed, now, ...wish });
}

/**
 * Limits the delay of a call to the time since its permit: a call with a response has reached the provider before now,
 * even if the clock was set back.
 */
function limitDelay({ time, lateMs }: LateCall, now: number): LateCall {
  return { time, lateMs: Math.min(lateMs, now - time) };
}

/** Converts the reset time of a response to the database's clock. `ageMs`: the time since the response arrived. */
function limitReportOf({ msUntilReset, ageMs, ...said }: LimitHeaders, now: number): LimitReport {
  return { ...said, resetTime: now + msUntilReset - ageMs };
}

/**
 * A budget from before 0.2, when the service `reads` stored the budgets. A new replica of `reads` sends these rows
 * before it draws its first permit, and sends a row again when it changes, because replicas of 0.1 still write the
 * rows.
 *
 * The same row may arrive several times. So its windows are stored beside the budget's own windows (`inherited`), and
 * each arrival replaces them. The longer of two waits applies, and the lower of two counts of remaining calls.
 */
type FormerBudget = {
  windows: Record<string, RateWindow>;
  learnt: RateBudget['learnt'];
  /** `waitMillis` is the former name of `waitMs`. */
  closed: Record<'until' | 'waitMillis', number> | null;
};

/**
 * Merges a former budget into the budget of the same key. `clockAheadMs`: how far the clock of the database of `reads`
 * is ahead of the clock of this database.
 */
function withFormerBudget(budget: RateBudget, former: FormerBudget, clockAheadMs: number): RateBudget {
  const { closed, learnt, windows } = shiftTimes(budgetOfFormer(former), clockAheadMs);
  return {
    ...budget,
    inherited: windows,
    learnt: stricterLimit(budget.learnt, learnt),
    closed: (closed?.until ?? 0) > (budget.closed?.until ?? 0) ? closed : budget.closed,
  };
}

function budgetOfFormer({ windows, learnt, closed }: FormerBudget): RateBudget {
  const named = closed && { until: closed.until, waitMs: closed['waitMillis'] };
  return { granted: 0, windows, learnt, closed: named };
}

function stricterLimit(own: RateBudget['learnt'], former: RateBudget['learnt']): RateBudget['learnt'] {
  if (!own || !former) return own ?? former;
  const isSameWindow = Math.abs(own.until - former.until) <= Math.max(1_000, own.span / 10);
  if (isSameWindow) return { ...own, left: Math.min(own.left, former.left) };
  return own.until > former.until ? own : former;
}

type Deps = { stores: { rateBudgets: RateBudgetStore } };
/** `now`: the clock of the database that the rows come from. */
type AdoptBudgetsRequest = { budgets: (BudgetKey & { budgetJson: string })[]; now: number };

/** Adopts the budgets that the service `reads` sends, with their learnt limits. Idempotent. */
export function makeAdoptBudgets({ stores: { rateBudgets: store } }: Deps) {
  return async function adoptBudgets({ budgets, now: theirs }: AdoptBudgetsRequest): Promise<void> {
    for (const { budgetJson, ...of } of budgets) {
      const former = parseJson(budgetJson) as unknown as FormerBudget;
      await changeBudget(of, (budget, now) => ({ budget: withFormerBudget(budget, former, theirs - now) }), { store });
    }
  };
}

type ChangeBudgetDeps = { store: Pick<RateBudgetStore, 'read' | 'write'> };

/**
 * Applies a change with optimistic concurrency: retries until no other process wrote in between. If the write time of a
 * row is in the future, the database's clock was set back since then, so the times of the row are moved back. An
 * unchanged budget is not written.
 */
async function changeBudget<T extends { budget: RateBudget }>(
  of: BudgetKey,
  change: (budget: RateBudget, now: number) => T,
  { store }: ChangeBudgetDeps,
): Promise<T> {
  for (;;) {
    const { budget, version, now, aheadMs } = await store.read(of);
    const result = change(moveTimesBack(budget, aheadMs), now);
    if (result.budget === budget || (await store.write(of, version, { budget: result.budget, now }))) return result;
  }
}

const MAX_CLOSED_BUDGETS = 10_000;

/**
 * Grants permits from the rate budgets: to the calls of this service and, through RPCs, to the calls of the service
 * `reads`.
 */
export function makePermitSource({ stores: { rateBudgets: store } }: Deps): PermitSource {
  return {
    async draw(of, draw) {
      const { permits, waitMs } = await changeBudget(of, (budget, now) => applyDraw(budget, draw, now), { store });
      return { permits, waitMs };
    },
    async close(of, askedMs) {
      await changeBudget(of, (budget, now) => ({ budget: closeBudget(budget, askedMs, now) }), { store });
    },
    async listClosed() {
      const closed = await store.listClosed(MAX_CLOSED_BUDGETS);
      // No caller draws from a closed budget, so only this check notices that the clock was set back.
      for (const one of closed.filter(({ aheadMs }) => aheadMs > 0)) {
        await changeBudget(one, (budget) => ({ budget }), { store });
        one.waitMs -= one.aheadMs;
      }
      return closed.map(({ projectId, key, waitMs }) => ({ projectId, key, waitMs }));
    },
  };
}
