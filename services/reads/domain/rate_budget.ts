/**
 * What may still be asked of a provider on behalf of one connection, one provider app, or one object of a connection. A
 * row, shared by all replicas; everything here is arithmetic over it and the database's clock.
 *
 * Three things bound it. The *declared* limits of the provider file, each a window (spent_window.ts). What the provider's
 * own headers said is left until its reset, *learnt*: permits are numbered, so a header that came with call 17 while 20
 * are granted says that three less than it names are left. And a refusal, which *closes* it for everyone until the moment
 * the provider named, or, where it names none, for a second, then two, and so on up to a minute.
 */
import {
  lifeMillis,
  noneSpent,
  postpone,
  roomIn,
  spend,
  spentEarlier,
  unspend,
  type AllowedRate,
  type SpentWindow,
} from './spent_window.ts';

export type { AllowedRate };

export type RateBudget = {
  /** How many permits were ever granted: the number of the last. */
  granted: number;
  /** By the length of the window, ms. */
  windows: Record<string, SpentWindow>;
  learnt: { limit: number | null; left: number; until: number; span: number } | null;
  closed: { until: number; waitMillis: number } | null;
};

export type Permits = {
  count: number;
  /** The number of the first. */
  first: number;
  /** The moment they are counted from, Unix ms by the database. */
  time: number;
  /** How long after their grant a call may leave with one. */
  liveMillis: number;
  /** How long after their grant a call is taken to have arrived. */
  arriveMillis: number;
};

/** What an answer said of the limit. `number`: of its permit; null when it went out without one, beside `inFlight` others. */
export type Heard = {
  limit: number | null;
  remaining: number;
  resetTime: number;
  number: number | null;
  inFlight: number;
};

export const newBudget: RateBudget = { granted: 0, windows: {}, learnt: null, closed: null };

/** Of a permit's life a call may spend this much on our side; the rest is the network's. */
const OUR_SHARE = 2 / 3;
/** Where no window says how long a permit lives. */
const USUAL_LIFE = 1_000;
const FIRST_CLOSED = 1_000;
const LONGEST_CLOSED = 60_000;

type Wish = {
  allowed: readonly AllowedRate[];
  wanted: number;
  now: number;
  /** How long it takes the caller to have its answer: on a slow database permits live longer. */
  lagMillis: number;
};

/** Up to `wanted` permits; when there is none, `waitMillis` says when to ask again. */
export function grant(
  budget: RateBudget,
  wish: Wish,
): { budget: RateBudget; permits: Permits | null; waitMillis: number } {
  const { allowed, wanted, now } = wish;
  if (budget.closed && budget.closed.until > now)
    return { budget, permits: null, waitMillis: budget.closed.until - now };
  const learnt = renewed(budget.learnt, now);
  const rooms = allowed.map((rate) => roomIn(windowOf(budget, rate), rate, now));
  if (learnt) rooms.push({ room: Math.max(0, learnt.left), waitMillis: Math.max(1, learnt.until - now) });
  const count = Math.min(wanted, ...rooms.map(({ room }) => room));
  if (count <= 0) {
    const waits = rooms.filter(({ room }) => room <= 0).map(({ waitMillis }) => waitMillis);
    // The very same where nothing was found out: a refusal is not worth writing down.
    const found = learnt === budget.learnt ? budget : { ...budget, learnt };
    return { budget: found, permits: null, waitMillis: Math.max(...waits) };
  }
  return { ...spent({ ...budget, learnt }, wish, count), waitMillis: 0 };
}

function spent(budget: RateBudget, { allowed, now, lagMillis }: Wish, count: number) {
  const life = Math.min(...allowed.map(lifeMillis), USUAL_LIFE);
  const live = life * OUR_SHARE;
  const lateMillis = Math.max(0, 2 * lagMillis - live);
  const time = Math.ceil(now + lateMillis);
  const windows = Object.fromEntries(
    allowed.map((rate) => [rate.perMillis, spend(windowOf(budget, rate), rate, { count, now, time })]),
  );
  const permits = {
    count,
    first: budget.granted + 1,
    time,
    liveMillis: live + lateMillis,
    arriveMillis: life + lateMillis,
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

/** Permits that grew old before a call left with them. The learnt keeps them: the next header sets it right. */
export function giveBack(
  budget: RateBudget,
  allowed: readonly AllowedRate[],
  { time, count }: { time: number; count: number },
): RateBudget {
  const windows = allowed.map((rate) => [rate.perMillis, unspend(windowOf(budget, rate), rate, [time, count])]);
  return { ...budget, windows: Object.fromEntries(windows) as RateBudget['windows'] };
}

/** A call that may have arrived `lateMillis` after it was taken to. `time`: of its permit. */
export function delay(
  budget: RateBudget,
  allowed: readonly AllowedRate[],
  late: { time: number; lateMillis: number },
): RateBudget {
  const windows = allowed.map((rate) => [rate.perMillis, postpone(windowOf(budget, rate), rate, late)]);
  return { ...budget, windows: Object.fromEntries(windows) as RateBudget['windows'] };
}

/** Within one window of the provider what is left only falls; a reset that moved on begins a new one. */
export function learn(budget: RateBudget, heard: Heard, now: number): RateBudget {
  const { limit, remaining, resetTime, number, inFlight } = heard;
  if (resetTime <= now) return budget;
  const left = remaining - (number === null ? inFlight : budget.granted - number);
  const { learnt } = budget;
  const isNew = !learnt || learnt.until <= now || resetTime > learnt.until + Math.max(1_000, learnt.span / 10);
  const span = Math.max(resetTime - now, isNew ? 0 : learnt.span);
  return { ...budget, learnt: { limit, left: isNew ? left : Math.min(left, learnt.left), until: resetTime, span } };
}

/** @param askedMillis how long the provider wants to be left alone; undefined when it did not say. */
export function close(budget: RateBudget, askedMillis: number | undefined, now: number): RateBudget {
  const { closed } = budget;
  const waitMillis = askedMillis || backoff(closed, now);
  return { ...budget, closed: { until: Math.max(closed?.until ?? 0, now + waitMillis), waitMillis } };
}

/**
 * Of before the clock was set back by so much: all its moments are. Else what was spent would count, and what was closed
 * stay shut, until the clock has caught up.
 */
export function movedBack(budget: RateBudget, millis: number): RateBudget {
  if (millis <= 0) return budget;
  const { windows, learnt, closed } = budget;
  return {
    ...budget,
    windows: Object.fromEntries(Object.entries(windows).map(([length, one]) => [length, spentEarlier(one, millis)])),
    learnt: learnt && { ...learnt, until: learnt.until - millis },
    closed: closed && { ...closed, until: closed.until - millis },
  };
}

/** Until when nothing may be asked at all; 0 when something may. */
export function closedUntil({ closed, learnt }: RateBudget): number {
  return Math.max(closed?.until ?? 0, learnt && learnt.left <= 0 ? learnt.until : 0);
}

function backoff(closed: RateBudget['closed'], now: number): number {
  if (!closed || now >= closed.until + closed.waitMillis) return FIRST_CLOSED;
  return now < closed.until ? closed.waitMillis : Math.min(closed.waitMillis * 2, LONGEST_CLOSED);
}

/**
 * After the reset the provider's next window is taken to be like the last, until a header says how it is. A limit that is
 * none is forgotten: nothing would be asked any more, and no header could tell better.
 */
function renewed(learnt: RateBudget['learnt'], now: number): RateBudget['learnt'] {
  if (!learnt || learnt.until > now) return learnt;
  return learnt.limit === null || learnt.limit < 1 ? null : { ...learnt, left: learnt.limit, until: now + learnt.span };
}

function windowOf({ windows }: RateBudget, { perMillis }: AllowedRate): SpentWindow {
  return windows[String(perMillis)] ?? noneSpent;
}
