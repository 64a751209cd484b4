import type { Timer } from '../../../../lib/time/timer.ts';
import {
  delay,
  giveBack,
  grant,
  learn,
  type AllowedRate,
  type LimitReport,
  type Permits,
  type RateBudget,
} from '../domain/rate_budget.ts';
import type { BudgetKey, RateBudgetStore } from '../domain/rate_budget_store.ts';
import { changeBudget } from './change_budget.ts';

/**
 * One process's account on a rate budget. It requests a few permits at a time, as many as it is likely to use while
 * they are valid, so that a fast read does not pay two statements per call. The next request returns expired permits,
 * and reports the rate limit headers that arrived meanwhile.
 */
export type BudgetAccount = {
  /** Whether a limit is known. Without one no permit is requested, and calls are not counted. */
  isLimited(): boolean;
  hasPermit(): boolean;
  /** Uses a permit; call only when `hasPermit()`. */
  use(): Used;
  /** The call with this permit may have arrived as late as `by` (local time). */
  arrived(used: Used, by: number): void;
  /**
   * Requests permits. Concurrent callers share the request, and reuse its result for up to a second. Returns how long
   * to wait before the next try, ms; 0 when there are permits.
   */
  draw(): Promise<number>;
  /** Records the rate limit headers of a response. `msUntilReset` counts from now. */
  learnFrom(said: Said): void;
  /** Changes the shared row at once. */
  change(of: (budget: RateBudget, now: number) => RateBudget): Promise<void>;
};

/** `dueBy`: the local time by which its call is assumed to have arrived. */
export type Used = { number: number; time: number; dueBy: number };

type Said = { limit: number | null; remaining: number; msUntilReset: number; number: number | null; inFlight: number };
type Deps = { store: Pick<RateBudgetStore, 'read' | 'write'>; timer: Timer };
/** Times are local to the process, by the timer. */
type Drawn = Permits & { next: number; until: number; dueBy: number };

/** `time`: that of the permit. */
type Late = { time: number; lateMs: number };

const MAX_AT_ONCE = 64;
const MAX_LATE_PERMITS = 1_000;
/** A closed budget is checked again after this time, because another process may know better. Ms. */
const LOOK_AGAIN = 1_000;
/** A header with more than this remaining, and more than a quarter of the limit, is ignored. */
const PLENTY = 100;

export function createBudgetAccount(
  of: BudgetKey,
  allowed: readonly AllowedRate[],
  { store, timer }: Deps,
): BudgetAccount {
  let drawn: Drawn | null = null;
  let drawing: Promise<number> | null = null;
  let waiting = 0;
  let learntUntil = 0;
  let shut: { until: number; lookAgain: number } | null = null;
  let late: Late[] = [];
  let lagMs = 0;
  let report: (Said & { at: number }) | null = null;

  const leftOf = ({ first, count, next }: Drawn) => first + count - next;
  const hasPermit = () => drawn !== null && leftOf(drawn) > 0 && timer.now() < drawn.until;

  /**
   * The number of permits to request depends on the last ones: twice as many if all were used, else as many as were
   * used.
   */
  function wanted(last: Drawn | null): number {
    const used = last ? last.count - leftOf(last) : 0;
    const likely = last && leftOf(last) === 0 && timer.now() < last.until ? used * 2 : used;
    return Math.min(MAX_AT_ONCE, Math.max(waiting, likely, 1));
  }

  async function draw(): Promise<number> {
    const [last, said, tardy, before] = [drawn, report, late, timer.now()];
    [drawn, report, late] = [null, null, []];
    const unused = last && leftOf(last) > 0 ? { time: last.time, count: leftOf(last) } : null;
    const grantNow = (row: RateBudget, now: number) => {
      const mended = tardy.reduce((changing, one) => delay(changing, allowed, byNow(one, now)), row);
      const returned = unused ? giveBack(mended, allowed, unused) : mended;
      const told = said ? learn(returned, heardAt(said, now), now) : returned;
      return grant(told, { allowed, wanted: wanted(last), now, lagMs });
    };
    const { permits, waitMs } = await changeBudget(of, grantNow, { store });
    lagMs = Math.max(timer.now() - before, lagMs * 0.8);
    const now = timer.now();
    shut = waitMs > 0 ? { until: now + waitMs, lookAgain: now + Math.min(waitMs, LOOK_AGAIN) } : null;
    if (permits)
      drawn = {
        ...permits,
        next: permits.first,
        until: before + permits.liveMs,
        dueBy: before + permits.arriveMs,
      };
    return waitMs;
  }

  /** Responses of one process arrive in any order. Converts their reset time to the database's clock. */
  function heardAt({ msUntilReset, at, ...said }: Said & { at: number }, now: number): LimitReport {
    return { ...said, resetTime: now + msUntilReset - (timer.now() - at) };
  }

  return {
    isLimited: () => allowed.length > 0 || learntUntil > timer.now(),
    hasPermit,
    use() {
      if (!drawn) throw new Error('There is no permit to use.');
      drawn.next += 1;
      return { number: drawn.next - 1, time: drawn.time, dueBy: drawn.dueBy };
    },
    arrived({ time, dueBy }, by) {
      if (by > dueBy && late.length < MAX_LATE_PERMITS) late.push({ time, lateMs: by - dueBy });
    },
    async draw() {
      if (shut && !drawing && timer.now() < shut.lookAgain) return shut.until - timer.now();
      waiting += 1;
      drawing ??= draw().finally(() => {
        drawing = null;
      });
      return drawing.finally(() => {
        waiting -= 1;
      });
    },
    learnFrom(said) {
      const isPlenty = said.remaining > Math.max(PLENTY, (said.limit ?? 0) / 4);
      if (!isPlenty) learntUntil = Math.max(learntUntil, timer.now() + said.msUntilReset);
      if ((isPlenty && allowed.length === 0) || (report && newer(report, said))) return;
      report = { ...said, at: timer.now() };
    },
    async change(of_) {
      drawn = null;
      shut = null;
      await changeBudget(of, (row, now) => ({ budget: of_(row, now) }), { store });
    },
  };
}

/**
 * A call whose response has arrived reached the provider no later than now, even if the clock was set back since its
 * permit.
 */
function byNow({ time, lateMs }: Late, now: number): Late {
  return { time, lateMs: Math.min(lateMs, now - time) };
}

/** Of two headers the one of the later permit wins; without permits, the one with fewer calls remaining. */
function newer(a: Said, b: Said): boolean {
  if (a.number !== null && b.number !== null) return a.number > b.number;
  return a.remaining < b.remaining && a.msUntilReset >= b.msUntilReset;
}
