/**
 * The rate budget of one connection, one provider app, or one object of a connection: how many calls it may still make.
 * It is a row that all replicas share; everything here is arithmetic on that row and the database's clock.
 *
 * Three things bound it. The *declared* limits come from the provider file; each is a window (rate_window.ts). The
 * *learnt* limit comes from the provider's headers: the remaining calls until the reset. Permits are numbered, so when
 * a header arrives with call 17 and 20 are granted, the remaining count is three lower than the header says. A 429
 * *closes* the budget for everyone until the time that the provider named. Without such a time it closes for one
 * second, then two, and so on up to a minute.
 */
import {
  lifeMs,
  emptyWindow,
  postpone,
  roomIn,
  spend,
  shiftedEarlier,
  unspend,
  type AllowedRate,
  type RateWindow,
} from './rate_window.ts';

export type { AllowedRate };

export type RateBudget = {
  /** Number of permits ever granted, which is the number of the last permit. */
  granted: number;
  /** By window length, ms. */
  windows: Record<string, RateWindow>;
  learnt: { limit: number | null; left: number; until: number; span: number } | null;
  closed: { until: number; waitMs: number } | null;
};

export type Permits = {
  count: number;
  /** The number of the first permit. */
  first: number;
  /** The time they are counted from, Unix ms of the database's clock. */
  time: number;
  /** How long after the grant a call may be sent. Ms. */
  liveMs: number;
  /** How long after the grant a call is assumed to have arrived. Ms. */
  arriveMs: number;
};

/**
 * The rate limit headers of a response. `number` is the number of its permit; null when the call had none, and
 * `inFlight` other calls were under way.
 */
export type LimitReport = {
  limit: number | null;
  remaining: number;
  resetTime: number;
  number: number | null;
  inFlight: number;
};

export const newBudget: RateBudget = { granted: 0, windows: {}, learnt: null, closed: null };

/** The share of a permit's life that a call may spend before it is sent; the rest is for the network. */
const OUR_SHARE = 2 / 3;
/** A permit's life when no window determines it. Ms. */
const USUAL_LIFE = 1_000;
const FIRST_CLOSED = 1_000;
const LONGEST_CLOSED = 60_000;

type Wish = {
  allowed: readonly AllowedRate[];
  wanted: number;
  now: number;
  /** How long the caller waits for the grant. On a slow database permits live longer. Ms. */
  lagMs: number;
};

/** Grants up to `wanted` permits. If it grants none, `waitMs` says when to ask again. */
export function grant(budget: RateBudget, wish: Wish): { budget: RateBudget; permits: Permits | null; waitMs: number } {
  const { allowed, wanted, now } = wish;
  if (budget.closed && budget.closed.until > now) return { budget, permits: null, waitMs: budget.closed.until - now };
  const learnt = refilled(budget.learnt, now);
  const rooms = allowed.map((rate) => roomIn(windowOf(budget, rate), rate, now));
  if (learnt) rooms.push({ room: Math.max(0, learnt.left), waitMs: Math.max(1, learnt.until - now) });
  const count = Math.min(wanted, ...rooms.map(({ room }) => room));
  if (count <= 0) {
    const waits = rooms.filter(({ room }) => room <= 0).map(({ waitMs }) => waitMs);
    // Returns the same object when nothing changed: a refusal needs no write.
    const found = learnt === budget.learnt ? budget : { ...budget, learnt };
    return { budget: found, permits: null, waitMs: Math.max(...waits) };
  }
  return { ...spent({ ...budget, learnt }, wish, count), waitMs: 0 };
}

function spent(budget: RateBudget, { allowed, now, lagMs }: Wish, count: number) {
  const life = Math.min(...allowed.map(lifeMs), USUAL_LIFE);
  const live = life * OUR_SHARE;
  const lateMs = Math.max(0, 2 * lagMs - live);
  const time = Math.ceil(now + lateMs);
  const windows = Object.fromEntries(
    allowed.map((rate) => [rate.perMs, spend(windowOf(budget, rate), rate, { count, now, time })]),
  );
  const permits = {
    count,
    first: budget.granted + 1,
    time,
    liveMs: live + lateMs,
    arriveMs: life + lateMs,
  };
  const { learnt } = budget;
  return {
    budget: {
      ...budget,
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
export function giveBack(
  budget: RateBudget,
  allowed: readonly AllowedRate[],
  { time, count }: { time: number; count: number },
): RateBudget {
  const windows = allowed.map((rate) => [rate.perMs, unspend(windowOf(budget, rate), rate, [time, count])]);
  return { ...budget, windows: Object.fromEntries(windows) as RateBudget['windows'] };
}

/** Records that a call may have arrived `lateMs` later than assumed. `time` is that of its permit. */
export function delay(
  budget: RateBudget,
  allowed: readonly AllowedRate[],
  late: { time: number; lateMs: number },
): RateBudget {
  const windows = allowed.map((rate) => [rate.perMs, postpone(windowOf(budget, rate), rate, late)]);
  return { ...budget, windows: Object.fromEntries(windows) as RateBudget['windows'] };
}

/**
 * Applies a header. Within one window of the provider the remaining count only falls; a later reset starts a new
 * window.
 */
export function learn(budget: RateBudget, report: LimitReport, now: number): RateBudget {
  const { limit, remaining, resetTime, number, inFlight } = report;
  if (resetTime <= now) return budget;
  const left = remaining - (number === null ? inFlight : budget.granted - number);
  const { learnt } = budget;
  const isNew = !learnt || learnt.until <= now || resetTime > learnt.until + Math.max(1_000, learnt.span / 10);
  const span = Math.max(resetTime - now, isNew ? 0 : learnt.span);
  return { ...budget, learnt: { limit, left: isNew ? left : Math.min(left, learnt.left), until: resetTime, span } };
}

/** @param askedMs the wait that the provider asked for; undefined when it gave none. */
export function close(budget: RateBudget, askedMs: number | undefined, now: number): RateBudget {
  const { closed } = budget;
  const waitMs = askedMs || backoff(closed, now);
  return { ...budget, closed: { until: Math.max(closed?.until ?? 0, now + waitMs), waitMs } };
}

/**
 * Moves all times of the budget back after the clock was set back by `ms`. Otherwise old permits would count, and a
 * closed budget stay closed, until the clock has caught up.
 */
export function movedBack(budget: RateBudget, ms: number): RateBudget {
  if (ms <= 0) return budget;
  const { windows, learnt, closed } = budget;
  return {
    ...budget,
    windows: Object.fromEntries(Object.entries(windows).map(([length, one]) => [length, shiftedEarlier(one, ms)])),
    learnt: learnt && { ...learnt, until: learnt.until - ms },
    closed: closed && { ...closed, until: closed.until - ms },
  };
}

/** Until when no call is allowed; 0 when calls are allowed. */
export function closedUntil({ closed, learnt }: RateBudget): number {
  return Math.max(closed?.until ?? 0, learnt && learnt.left <= 0 ? learnt.until : 0);
}

function backoff(closed: RateBudget['closed'], now: number): number {
  if (!closed || now >= closed.until + closed.waitMs) return FIRST_CLOSED;
  return now < closed.until ? closed.waitMs : Math.min(closed.waitMs * 2, LONGEST_CLOSED);
}

/**
 * After the reset the provider's next window is assumed to equal the last one, until a header says otherwise. A limit
 * below 1 is dropped: with it no call would be made, so no header could ever correct it.
 */
function refilled(learnt: RateBudget['learnt'], now: number): RateBudget['learnt'] {
  if (!learnt || learnt.until > now) return learnt;
  return learnt.limit === null || learnt.limit < 1 ? null : { ...learnt, left: learnt.limit, until: now + learnt.span };
}

function windowOf({ windows }: RateBudget, { perMs }: AllowedRate): RateWindow {
  return windows[String(perMs)] ?? emptyWindow;
}
