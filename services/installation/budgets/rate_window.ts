/**
 * One limit of a provider, "at most N calls in any period P", and the calls recently counted against it.
 *
 * A permit is valid for a short *lifetime* L: the call must reach the provider within L; otherwise the permit is
 * returned. So a call that was granted at g arrives between g and g + L, and the call is counted until g + L + P. This
 * is safe whatever the network does within L. Proof: take any period P at the provider, and the call in it that was
 * granted last. All other calls of that period arrived less than P before it. So they were still counted when it was
 * granted, and together they were at most N. The cost is L / P of the allowed rate: a fortieth.
 *
 * If a call took longer than L (a busy machine, a new connection), this is known when its response arrives. Then the
 * call is counted from the latest time at which it may have arrived.
 *
 * The first half of N is granted as fast as it is requested, so that short reads do not wait. The second half is spaced
 * evenly, slightly closer than N per P, so that a long read neither stops for half a window nor sends bursts.
 *
 * The state is a list of slices, each with a time and a count: all calls of a slice are counted from the time of its
 * last call.
 *
 * Reads leave `held` permits to interactive calls, which a person waits for. Interactive calls are not spaced, because
 * they come one at a time.
 */
import type { AllowedRate } from '../../../connectors/calls/permits.ts';

/** `spent`: granted permits by time. `paced`: the even spacing has granted permits up to this time. Unix ms. */
export type RateWindow = { spent: [time: number, count: number][]; paced: number };

const LIFETIME_SHARE = 0.025;
const MAX_LIFETIME_MS = 1_000;
const MAX_SLICES = 128;
/**
 * The spacing as a share of the even gap between two calls. It is less than 1, because late calls leave permits unused.
 */
const SPACING_SHARE = 0.8;

export const emptyWindow: RateWindow = { spent: [], paced: 0 };

/** How long a permit is valid, in ms. Its call must arrive within this time. */
export function lifetimeMs({ perMs }: AllowedRate): number {
  return Math.min(perMs * LIFETIME_SHARE, MAX_LIFETIME_MS);
}

type AvailablePermits = { count: number; waitMs: number };

/**
 * Returns the number of permits that a read may take now. If it is 0, `waitMs` is the wait for the next permit. `held`:
 * the permits that the read leaves to interactive calls.
 */
export function spacedPermitsIn(window: RateWindow, rate: AllowedRate, now: number, held: number): AvailablePermits {
  const used = countUsed(window, rate, now) + held;
  if (used >= rate.requests) return { count: 0, waitMs: waitUntilFreed(window, rate, now) };
  if (used < rate.requests / 2) return { count: Math.max(1, Math.floor(rate.requests / 2) - used), waitMs: 0 };
  const gap = spacingMs(rate);
  const from = spacingStart(window, rate, now);
  const count = Math.min(Math.floor((now - from) / gap + 1e-6), rate.requests - used);
  return { count, waitMs: count > 0 ? 0 : Math.max(from + gap - now, minWaitMs(rate)) };
}

/**
 * Returns the number of permits that an interactive call may take now: all free permits of the window, without spacing.
 */
export function unspacedPermitsIn(window: RateWindow, rate: AllowedRate, now: number): AvailablePermits {
  const count = Math.max(0, rate.requests - countUsed(window, rate, now));
  return { count, waitMs: count > 0 ? 0 : waitUntilFreed(window, rate, now) };
}

/**
 * Counts permits that are given to calls. `time`: `now`, or later if these permits have a longer lifetime than usual.
 */
export function takePermits(
  window: RateWindow,
  rate: AllowedRate,
  { count, now, time }: { count: number; now: number; time: number },
): RateWindow {
  const isPaced = countUsed(window, rate, now) >= rate.requests / 2;
  const first = window.spent.findIndex(([at]) => isCounted(at, rate, now));
  const spent = first < 0 ? [] : window.spent.slice(first);
  addToSlice(spent, rate, [time, count]);
  return { spent, paced: isPaced ? spacingStart(window, rate, now) + count * spacingMs(rate) : now };
}

/**
 * Takes back permits that no call used. `given`: their time, as in `takePermits`, and their count. Permits that `spent`
 * no longer contains are ignored.
 */
export function returnPermits(window: RateWindow, rate: AllowedRate, given: [time: number, count: number]): RateWindow {
  const [time, back] = given;
  const at = window.spent.findIndex(([other]) => sliceOf(other, rate) === sliceOf(time, rate));
  const spent = [...window.spent];
  const [last, count] = spent[at] ?? [0, 0];
  if (count > 0) spent[at] = [last, Math.max(0, count - back)];
  return { spent, paced: window.paced - back * spacingMs(rate) };
}

/** Adds a count to `spent`, which has one entry per slice, ordered by time. */
function addToSlice(spent: RateWindow['spent'], rate: AllowedRate, [time, count]: [number, number]): void {
  const at = spent.findIndex(([other]) => sliceOf(other, rate) >= sliceOf(time, rate));
  const there = spent[at];
  if (!there) spent.push([time, count]);
  else if (sliceOf(there[0], rate) === sliceOf(time, rate)) spent[at] = [Math.max(there[0], time), there[1] + count];
  else spent.splice(at, 0, [time, count]);
}

/** The min wait in ms. It is so long that the next request can get several permits of a fast rate at once. */
function minWaitMs(rate: AllowedRate): number {
  return lifetimeMs(rate) / 3;
}

/** Counts a call from a later time, because it may have arrived after its permit's lifetime. */
export function postponeCall(
  window: RateWindow,
  rate: AllowedRate,
  { time, lateMs }: { time: number; lateMs: number },
): RateWindow {
  const spent = returnPermits(window, rate, [time, 1]).spent.filter(([, count]) => count > 0);
  addToSlice(spent, rate, [Math.ceil(time + lateMs), 1]);
  return { ...window, spent };
}

/** True when every call of the window is too old to be counted. Then the window can be dropped. */
export function isExpired({ spent }: RateWindow, perMs: number, now: number): boolean {
  return spent.every(([time]) => !isCounted(time, { requests: 0, perMs }, now));
}

/** Returns a window with the permits of both windows, ordered by time. */
export function mergeWindows(a: RateWindow, b: RateWindow): RateWindow {
  return { spent: [...a.spent, ...b.spent].sort(([x], [y]) => x - y), paced: Math.max(a.paced, b.paced) };
}

/** Moves all times of the window back by `ms`. */
export function shiftWindowBack({ spent, paced }: RateWindow, ms: number): RateWindow {
  return { spent: spent.map(([time, count]) => [time - ms, count]), paced: paced - ms };
}

function countUsed({ spent }: RateWindow, rate: AllowedRate, now: number): number {
  const from = now - lifetimeMs(rate) - rate.perMs;
  let used = 0;
  for (const [time, count] of spent) if (time > from) used += count;
  return used;
}

function isCounted(time: number, rate: AllowedRate, now: number): boolean {
  return time + lifetimeMs(rate) + rate.perMs > now;
}

function waitUntilFreed({ spent }: RateWindow, rate: AllowedRate, now: number): number {
  const first = spent.find(([time, count]) => count > 0 && isCounted(time, rate, now));
  return Math.max((first?.[0] ?? now) + lifetimeMs(rate) + rate.perMs - now, minWaitMs(rate));
}

function spacingMs({ requests, perMs }: AllowedRate): number {
  return (perMs * SPACING_SHARE) / requests;
}

/**
 * The time from which the even spacing continues (Unix ms). It is close to `now`, so that permits that nobody requested
 * in time do not accumulate and cause a burst.
 */
function spacingStart({ paced }: RateWindow, rate: AllowedRate, now: number): number {
  return Math.max(Math.min(paced, now), now - Math.max(2 * spacingMs(rate), lifetimeMs(rate) / 2));
}

function sliceOf(time: number, rate: AllowedRate): number {
  return Math.floor(time / Math.max(lifetimeMs(rate) / 4, rate.perMs / MAX_SLICES));
}
