import type { Rules } from '../../../lib/rules/rules.ts';
import type { Timer } from '../../../lib/time/timer.ts';
import {
  delay,
  giveBack,
  grant,
  learn,
  type AllowedRate,
  type Heard,
  type Permits,
  type RateBudget,
} from '../domain/rate_budget.ts';
import type { BudgetKey, RateBudgetStore } from '../domain/rate_budget_store.ts';
import { changeBudget } from './change_budget.ts';

/**
 * One budget as one process draws on it: a few permits at a time, as many as it is likely to use while they live, so that
 * a fast read does not pay two statements a call. What was not used in time goes back with the next draw, and so does
 * what the provider said meanwhile.
 */
export type BudgetAccount = {
  /** Whether a limit is known; without one nothing is drawn, and calls go out uncounted. */
  isLimited(): boolean;
  hasPermit(): boolean;
  /** Uses up a permit; call when there is one. */
  use(): Used;
  /** A call with this permit may have arrived only now; `by`: local time. */
  arrived(used: Used, by: number): void;
  /**
   * Draws; callers that come meanwhile share it, and for up to a second what it found out. How long to wait before the next
   * try: 0 when there are permits.
   */
  draw(): Promise<number>;
  /** What an answer said. `resetMillis` from now. */
  hear(said: Said): void;
  /** Changes the shared row at once. */
  change(of: (budget: RateBudget, now: number) => RateBudget): Promise<void>;
};

/** `dueBy`: until when its call is taken to have arrived, local time. */
export type Used = { number: number; time: number; dueBy: number };

type Said = { limit: number | null; remaining: number; resetMillis: number; number: number | null; inFlight: number };
type Deps = { store: Pick<RateBudgetStore, 'read' | 'write'>; timer: Timer; rules: Rules };
/** Local times, by the timer. */
type Drawn = Permits & { next: number; until: number; dueBy: number };

/** `time`: of the permit. */
type Late = { time: number; lateMillis: number };

const MOST_AT_ONCE = 64;
const MOST_LATE = 1_000;
/** However long it is shut: another process may have heard better. */
const LOOK_AGAIN = 1_000;
/** A header that leaves more than this, and more than a quarter of the limit, is no news. */
const PLENTY = 100;

export function createBudgetAccount(
  of: BudgetKey,
  allowed: readonly AllowedRate[],
  { store, timer, rules }: Deps,
): BudgetAccount {
  let drawn: Drawn | null = null;
  let drawing: Promise<number> | null = null;
  let waiting = 0;
  let learntUntil = 0;
  let shut: { until: number; lookAgain: number } | null = null;
  let late: Late[] = [];
  let lagMillis = 0;
  let heard: (Said & { at: number }) | null = null;

  const leftOf = ({ first, count, next }: Drawn) => first + count - next;
  const hasPermit = () => drawn !== null && leftOf(drawn) > 0 && timer.now() < drawn.until;

  /** What the last draw was worth says how much to ask for: more when all of it was used, else what was. */
  function wanted(last: Drawn | null): number {
    const used = last ? last.count - leftOf(last) : 0;
    const likely = last && leftOf(last) === 0 && timer.now() < last.until ? used * 2 : used;
    return Math.min(MOST_AT_ONCE, Math.max(waiting, likely, 1));
  }

  async function draw(): Promise<number> {
    const [last, said, tardy, before] = [drawn, heard, late, timer.now()];
    [drawn, heard, late] = [null, null, []];
    const unused = last && leftOf(last) > 0 ? { time: last.time, count: leftOf(last) } : null;
    const grantNow = (row: RateBudget, now: number) => {
      const mended = tardy.reduce((changing, one) => delay(changing, allowed, byNow(one, now)), row);
      const returned = unused ? giveBack(mended, allowed, unused) : mended;
      const told = said ? learn(returned, heardAt(said, now), now) : returned;
      return grant(told, { allowed, wanted: wanted(last), now, lagMillis });
    };
    const { permits, waitMillis } = await changeBudget(of, grantNow, { store, rules });
    lagMillis = Math.max(timer.now() - before, lagMillis * 0.8);
    const now = timer.now();
    shut = waitMillis > 0 ? { until: now + waitMillis, lookAgain: now + Math.min(waitMillis, LOOK_AGAIN) } : null;
    if (permits)
      drawn = {
        ...permits,
        next: permits.first,
        until: before + permits.liveMillis,
        dueBy: before + permits.arriveMillis,
      };
    return waitMillis;
  }

  /** Answers of the same process come in any order; what they say of the provider's clock is turned into the database's. */
  function heardAt({ resetMillis, at, ...said }: Said & { at: number }, now: number): Heard {
    return { ...said, resetTime: now + resetMillis - (timer.now() - at) };
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
      if (by > dueBy && late.length < MOST_LATE) late.push({ time, lateMillis: by - dueBy });
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
    hear(said) {
      const isPlenty = said.remaining > Math.max(PLENTY, (said.limit ?? 0) / 4);
      if (!isPlenty) learntUntil = Math.max(learntUntil, timer.now() + said.resetMillis);
      if ((isPlenty && allowed.length === 0) || (heard && newer(heard, said))) return;
      heard = { ...said, at: timer.now() };
    },
    async change(of_) {
      drawn = null;
      shut = null;
      await changeBudget(of, (row, now) => ({ budget: of_(row, now) }), { store, rules });
    },
  };
}

/** No call that was answered arrives later than now, also where the clock was set back since its permit. */
function byNow({ time, lateMillis }: Late, now: number): Late {
  return { time, lateMillis: Math.min(lateMillis, now - time) };
}

/** Of two words of one process the one of the later permit counts; of none, the one that leaves less. */
function newer(a: Said, b: Said): boolean {
  if (a.number !== null && b.number !== null) return a.number > b.number;
  return a.remaining < b.remaining && a.resetMillis >= b.resetMillis;
}
