/**
 * The rate budget of one connection, one provider app, or one object of a connection: how many more calls are allowed.
 * All replicas share the budget's row. This file only computes changes of the row, with the time of the database.
 *
 * Three rules limit the calls. The *declared* limits come from the provider file; each limit has a window
 * (rate_window.ts). The *learnt* limit comes from the provider's headers: the remaining calls until the reset. Permits
 * are numbered: if a header arrives for call 17 and 20 permits are granted, the remaining count is three lower than the
 * header says. A 429 *closes* the budget for all callers until the time that the provider named. If the provider named
 * no time, the budget closes for one second, then two, and so on up to a minute.
 */
import type { AllowedRate, BudgetKey, Permits } from '../../../connectors/calls/permits.ts';
import {
  emptyWindow,
  isExpired,
  lifetimeMs,
  mergeWindows,
  postponeCall,
  type RateWindow,
  returnPermits,
  shiftWindowBack,
  spacedPermitsIn,
  takePermits,
  unspacedPermitsIn,
} from './rate_window.ts';

/** The limit in the provider's headers: `left` calls until `until` (Unix ms). `span`: the length of its window, ms. */
type ReportedLimit = { limit: number | null; left: number; until: number; span: number };

export type RateBudget = {
  /** Number of permits granted so far, which is the number of the last permit. */
  granted: number;
  /** The windows, keyed by their length in ms. */
  windows: Record<string, RateWindow>;
  learnt: ReportedLimit | null;
  /** After a 429: no permits before `until` (Unix ms). `waitMs` is the last back-off. */
  closed: { until: number; waitMs: number } | null;
  /**
   * The permits that are reserved for refused interactive calls. Reads leave `count` permits to these calls until
   * `until` (Unix ms).
   */
  claimed?: { count: number; until: number } | undefined;
  /**
   * The windows of the budget's earlier row in the database of the service `reads`. Replicas of 0.1 still write this
   * row (rate_budgets.ts).
   */
  inherited?: Record<string, RateWindow> | undefined;
};

/**
 * The rate limit headers of a response. `resetTime`: Unix ms, by the database's clock. `number` is the number of the
 * call's permit, or null if the call had no permit; then `inFlight` other calls were running.
 */
export type LimitReport = {
  limit: number | null;
  remaining: number;
  resetTime: number;
  number: number | null;
  inFlight: number;
};

export const newBudget: RateBudget = { granted: 0, windows: {}, learnt: null, closed: null };

/** The call must be sent within this share of its permit's lifetime. The remaining time is for the network. */
const SENDING_SHARE = 2 / 3;
/** A permit's lifetime when no window determines it. */
const DEFAULT_LIFETIME_MS = 1_000;
/**
 * The share of each limit that reads leave to interactive calls. An unused permit is lost, so the share is small: reads
 * can use 95 % of a limit when nothing else calls.
 */
const INTERACTIVE_SHARE = 0.02;
/** Reads leave at most this additional share to refused interactive calls, but at least one permit. */
const MAX_CLAIMED_SHARE = 0.1;
/** How long a permit stays reserved for a refused caller after the caller's wait has ended. */
const CLAIM_MS = 2_000;
const MIN_CLOSED_MS = 1_000;
const MAX_CLOSED_MS = 60_000;

type PermitRequest = {
  allowed: readonly AllowedRate[];
  wanted: number;
  /**
   * True if the caller may also use the permits that reads leave to interactive calls. If such a request is refused, a
   * permit is reserved for the caller's next try.
   */
  isInteractive: boolean;
  now: number;
  /** How long the caller's recent draws took, in ms. When the database is slow, the permits get a longer lifetime. */
  lagMs: number;
};

/** Grants up to `wanted` permits. If it grants none, `permits` is null, and `waitMs` says when to ask again. */
export function grantPermits(
  budget: RateBudget,
  wish: PermitRequest,
): { budget: RateBudget; permits: Permits | null; waitMs: number } {
  const { allowed, wanted, now } = wish;
  if (budget.closed && budget.closed.until > now) return refusal(budget, wish, budget.closed.until - now);
  const learnt = refillLearntLimit(budget.learnt, now);
  const available = allowed.map((rate) => availablePermitsOf(budget, rate, wish));
  if (learnt)
    available.push({ count: Math.max(0, learntLeft(budget, learnt, wish)), waitMs: Math.max(1, learnt.until - now) });
  const count = Math.min(wanted, ...available.map(({ count }) => count));
  if (count <= 0) {
    const waitMs = waitUntilClaimEnds(
      Math.max(...available.filter(({ count }) => count <= 0).map((one) => one.waitMs)),
      budget,
      wish,
    );
    // Returns the same `budget` object when nothing changed, so that the caller writes nothing.
    return refusal(learnt === budget.learnt ? budget : { ...budget, learnt }, wish, waitMs);
  }
  const left = wish.isInteractive ? releaseClaim(budget, count) : budget;
  return { ...spendPermits({ ...left, learnt }, wish, count), waitMs: 0 };
}

function availablePermitsOf(budget: RateBudget, rate: AllowedRate, wish: PermitRequest) {
  const { [String(rate.perMs)]: inherited } = budget.inherited ?? {};
  const own = windowOf(budget, rate);
  const window = inherited ? mergeWindows(own, inherited) : own;
  if (wish.isInteractive) return unspacedPermitsIn(window, rate, wish.now);
  return spacedPermitsIn(window, rate, wish.now, permitsLeftToInteractive(budget, rate.requests, wish.now));
}

function learntLeft(budget: RateBudget, { left, limit }: ReportedLimit, { isInteractive, now }: PermitRequest): number {
  return isInteractive ? left : left - permitsLeftToInteractive(budget, limit ?? 0, now);
}

/**
 * The permits that reads leave to interactive calls: always a fiftieth of the limit, and the permits that are reserved
 * for refused interactive calls.
 */
function permitsLeftToInteractive({ claimed }: RateBudget, limit: number, now: number): number {
  const wanted = claimed && claimed.until > now ? claimed.count : 0;
  return Math.floor(limit * INTERACTIVE_SHARE) + Math.min(wanted, Math.max(1, Math.floor(limit * MAX_CLAIMED_SHARE)));
}

function refusal(budget: RateBudget, wish: PermitRequest, waitMs: number) {
  return { budget: wish.isInteractive ? claimPermits(budget, wish, waitMs) : budget, permits: null, waitMs };
}

/**
 * Returns the wait in ms until a refused caller may ask again. A read need not wait for the end of the window: it may
 * ask again when the reservation for interactive calls expires.
 */
function waitUntilClaimEnds(waitMs: number, { claimed }: RateBudget, { isInteractive, now }: PermitRequest): number {
  return isInteractive || !claimed || claimed.until <= now ? waitMs : Math.min(waitMs, claimed.until - now);
}

function claimPermits(budget: RateBudget, { wanted, now }: PermitRequest, waitMs: number): RateBudget {
  const known = budget.claimed && budget.claimed.until > now ? budget.claimed.count : 0;
  return { ...budget, claimed: { count: Math.max(known, wanted), until: Math.ceil(now + waitMs + CLAIM_MS) } };
}

function releaseClaim({ claimed, ...budget }: RateBudget, count: number): RateBudget {
  const left = (claimed?.count ?? 0) - count;
  return claimed && left > 0 ? { ...budget, claimed: { ...claimed, count: left } } : budget;
}

function spendPermits(budget: RateBudget, { allowed, now, lagMs }: PermitRequest, count: number) {
  const lifetime = Math.min(...allowed.map(lifetimeMs), DEFAULT_LIFETIME_MS);
  const live = lifetime * SENDING_SHARE;
  const lateMs = Math.max(0, 2 * lagMs - live);
  const time = Math.ceil(now + lateMs);
  const windows = Object.fromEntries(
    allowed.map((rate) => [rate.perMs, takePermits(windowOf(budget, rate), rate, { count, now, time })]),
  );
  const permits = {
    count,
    first: budget.granted + 1,
    time,
    liveMs: live + lateMs,
    arriveMs: lifetime + lateMs,
  };
  const { learnt, inherited = {}, ...others } = budget;
  const stillOpen = Object.entries(inherited).filter(([length, window]) => !isExpired(window, Number(length), now));
  return {
    budget: {
      ...others,
      ...(stillOpen.length > 0 && { inherited: Object.fromEntries(stillOpen) }),
      granted: budget.granted + count,
      windows,
      learnt: learnt && { ...learnt, left: learnt.left - count },
    },
    permits,
  };
}

/**
 * Returns permits that expired before a call used them. The learnt limit is not changed: the next header corrects it.
 */
export function returnUnusedPermits(
  budget: RateBudget,
  allowed: readonly AllowedRate[],
  { time, count }: { time: number; count: number },
): RateBudget {
  const windows = allowed.map((rate) => [rate.perMs, returnPermits(windowOf(budget, rate), rate, [time, count])]);
  return { ...budget, windows: Object.fromEntries(windows) as RateBudget['windows'] };
}

/**
 * Counts a call from a later time, because the call may have reached the provider `lateMs` after the end of its
 * permit's lifetime. `time`: the time of the permit (Unix ms).
 */
export function countCallLater(
  budget: RateBudget,
  allowed: readonly AllowedRate[],
  late: { time: number; lateMs: number },
): RateBudget {
  const windows = allowed.map((rate) => [rate.perMs, postponeCall(windowOf(budget, rate), rate, late)]);
  return { ...budget, windows: Object.fromEntries(windows) as RateBudget['windows'] };
}

/**
 * Updates the learnt limit from the headers of a response. Within one window of the provider, only a lower remaining
 * count is applied; a later reset time starts a new window.
 */
export function applyReport(budget: RateBudget, report: LimitReport, now: number): RateBudget {
  const { limit, remaining, resetTime, number, inFlight } = report;
  if (resetTime <= now) return budget;
  const left = remaining - (number === null ? inFlight : budget.granted - number);
  const { learnt } = budget;
  const isNew = !learnt || learnt.until <= now || resetTime > learnt.until + Math.max(1_000, learnt.span / 10);
  const span = Math.max(resetTime - now, isNew ? 0 : learnt.span);
  return { ...budget, learnt: { limit, left: isNew ? left : Math.min(left, learnt.left), until: resetTime, span } };
}

/** Closes the budget after a 429. `askedMs`: the wait that the provider requested; undefined when it gave none. */
export function closeBudget(budget: RateBudget, askedMs: number | undefined, now: number): RateBudget {
  const { closed } = budget;
  const waitMs = askedMs || nextClosedMs(closed, now);
  return { ...budget, closed: { until: Math.max(closed?.until ?? 0, now + waitMs), waitMs } };
}

/**
 * Moves all times of the budget back after the clock was set back by `ms`. Otherwise old permits would still count, and
 * a closed budget would stay closed, until the clock reaches the old time again.
 */
export function moveTimesBack(budget: RateBudget, ms: number): RateBudget {
  if (ms <= 0) return budget;
  return shiftTimes(budget, ms);
}

/** Moves all times of the budget back by `ms`, or forward when `ms` is negative. */
export function shiftTimes(budget: RateBudget, ms: number): RateBudget {
  const { windows, learnt, closed, claimed, inherited } = budget;
  const earlier = (all: Record<string, RateWindow>) =>
    Object.fromEntries(Object.entries(all).map(([length, one]) => [length, shiftWindowBack(one, ms)]));
  return {
    ...budget,
    windows: earlier(windows),
    learnt: learnt && { ...learnt, until: learnt.until - ms },
    closed: closed && { ...closed, until: closed.until - ms },
    claimed: claimed && { ...claimed, until: claimed.until - ms },
    inherited: inherited && earlier(inherited),
  };
}

/** Returns the time until which no call is allowed (Unix ms), or 0 when calls are allowed. */
export function closedUntil({ closed, learnt }: RateBudget): number {
  return Math.max(closed?.until ?? 0, learnt && learnt.left <= 0 ? learnt.until : 0);
}

function nextClosedMs(closed: RateBudget['closed'], now: number): number {
  if (!closed || now >= closed.until + closed.waitMs) return MIN_CLOSED_MS;
  return now < closed.until ? closed.waitMs : Math.min(closed.waitMs * 2, MAX_CLOSED_MS);
}

/**
 * Returns the learnt limit at `now`. After the reset, the next window of the provider is assumed to have the same limit
 * and length, until a header corrects them. A limit below 1 is dropped: it would allow no call, so no header could
 * correct it.
 */
function refillLearntLimit(learnt: RateBudget['learnt'], now: number): RateBudget['learnt'] {
  if (!learnt || learnt.until > now) return learnt;
  return learnt.limit === null || learnt.limit < 1 ? null : { ...learnt, left: learnt.limit, until: now + learnt.span };
}

function windowOf({ windows }: RateBudget, { perMs }: AllowedRate): RateWindow {
  return windows[String(perMs)] ?? emptyWindow;
}

export type RateBudgetStore = {
  /**
   * Reads the budget and the database's clock. Creates a missing budget. `aheadMs` is how far the time of the last
   * write is in the future; 0 unless the database's clock was set back.
   */
  read(of: BudgetKey): Promise<{ budget: RateBudget; version: number; now: number; aheadMs: number }>;
  /** Returns false when another writer changed that version first; nothing is written then. */
  write(of: BudgetKey, version: number, change: { budget: RateBudget; now: number }): Promise<boolean>;
  /** Closed budgets of all projects. `waitMs`: how long each stays closed. */
  listClosed(limit: number): Promise<(BudgetKey & { waitMs: number; aheadMs: number })[]>;
  /** Deletes up to `limit` budgets that were not used for `ageMs`; returns how many it found. */
  dropOlder(ageMs: number, limit: number): Promise<number>;
};
