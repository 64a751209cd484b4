/**
 * One limit of a provider, "at most N calls in any P", and what was spent of it lately.
 *
 * A permit is good for a short *life*: its call must have reached the provider before that is over, else the permit is
 * given back. So a call is known to have arrived between the moment g of its grant and g + life, and it is counted until
 * g + life + P. That is safe whatever the network does within a life: take any P at the provider, and in it the call that
 * was granted last. All others of that P arrived less than P before it, hence were still counted when it was granted, and
 * together they were not more than N. The price is life / P of the allowed rate: a fortieth.
 *
 * What did take longer (a busy machine, a connection that had to be made) is noticed when its answer comes, and from then on
 * counted from where it may have arrived.
 *
 * Up to half of N goes out as fast as it is asked for, so that short reads need not wait for nothing; from there on calls
 * are spaced evenly, a little closer than N a P, so that a long read neither stops for half a window nor arrives in gusts.
 *
 * What is kept is a list of moments and counts, cut into slices: what falls into one slice counts from its last moment.
 */
export type AllowedRate = { requests: number; perMillis: number };
/** `paced`: up to when the even spacing has handed out its permits. Unix ms, as all moments here. */
export type SpentWindow = { spent: [time: number, count: number][]; paced: number };

const LIFE_SHARE = 0.025;
const LONGEST_LIFE = 1_000;
const MOST_SLICES = 128;
/** Closer than even, so that a wait that came out too long is made up for. */
const CLOSER = 0.8;

export const noneSpent: SpentWindow = { spent: [], paced: 0 };

/** How long a permit is good for, until its call has arrived. */
export function lifeMillis({ perMillis }: AllowedRate): number {
  return Math.min(perMillis * LIFE_SHARE, LONGEST_LIFE);
}

/** How many permits may be had now, and when there will be one if there is none. */
export function roomIn(window: SpentWindow, rate: AllowedRate, now: number): { room: number; waitMillis: number } {
  const used = usedOf(window, rate, now);
  if (used >= rate.requests) return { room: 0, waitMillis: untilFreed(window, rate, now) };
  if (used < rate.requests / 2) return { room: Math.max(1, Math.floor(rate.requests / 2) - used), waitMillis: 0 };
  const gap = gapOf(rate);
  const from = pacedFrom(window, rate, now);
  const room = Math.min(Math.floor((now - from) / gap + 1e-6), rate.requests - used);
  return { room, waitMillis: room > 0 ? 0 : Math.max(from + gap - now, leastWait(rate)) };
}

/** @param time `now`, or later by what these permits are good for beyond a life. */
export function spend(
  window: SpentWindow,
  rate: AllowedRate,
  { count, now, time }: { count: number; now: number; time: number },
): SpentWindow {
  const isPaced = usedOf(window, rate, now) >= rate.requests / 2;
  const first = window.spent.findIndex(([at]) => isCounted(at, rate, now));
  const spent = first < 0 ? [] : window.spent.slice(first);
  add(spent, rate, [time, count]);
  return { spent, paced: isPaced ? pacedFrom(window, rate, now) + count * gapOf(rate) : now };
}

/** Permits that never became a call. @param time that of `spend`: what is not in the list any more counts no more. */
export function unspend(window: SpentWindow, rate: AllowedRate, given: [time: number, count: number]): SpentWindow {
  const [time, back] = given;
  const at = window.spent.findIndex(([other]) => sliceOf(other, rate) === sliceOf(time, rate));
  const spent = [...window.spent];
  const [last, count] = spent[at] ?? [0, 0];
  if (count > 0) spent[at] = [last, Math.max(0, count - back)];
  return { spent, paced: window.paced - back * gapOf(rate) };
}

/** There is one entry a slice, in the order of time. */
function add(spent: SpentWindow['spent'], rate: AllowedRate, [time, count]: [number, number]): void {
  const at = spent.findIndex(([other]) => sliceOf(other, rate) >= sliceOf(time, rate));
  const there = spent[at];
  if (!there) spent.push([time, count]);
  else if (sliceOf(there[0], rate) === sliceOf(time, rate)) spent[at] = [Math.max(there[0], time), there[1] + count];
  else spent.splice(at, 0, [time, count]);
}

/** So that a draw brings several permits where they come fast. */
function leastWait(rate: AllowedRate): number {
  return lifeMillis(rate) / 3;
}

/** A call that may have arrived later than its permit was good for. */
export function postpone(
  window: SpentWindow,
  rate: AllowedRate,
  { time, lateMillis }: { time: number; lateMillis: number },
): SpentWindow {
  const spent = unspend(window, rate, [time, 1]).spent.filter(([, count]) => count > 0);
  add(spent, rate, [Math.ceil(time + lateMillis), 1]);
  return { ...window, spent };
}

/** All of it so much earlier. */
export function spentEarlier({ spent, paced }: SpentWindow, millis: number): SpentWindow {
  return { spent: spent.map(([time, count]) => [time - millis, count]), paced: paced - millis };
}

function usedOf({ spent }: SpentWindow, rate: AllowedRate, now: number): number {
  const from = now - lifeMillis(rate) - rate.perMillis;
  let used = 0;
  for (const [time, count] of spent) if (time > from) used += count;
  return used;
}

function isCounted(time: number, rate: AllowedRate, now: number): boolean {
  return time + lifeMillis(rate) + rate.perMillis > now;
}

function untilFreed({ spent }: SpentWindow, rate: AllowedRate, now: number): number {
  const first = spent.find(([time, count]) => count > 0 && isCounted(time, rate, now));
  return Math.max((first?.[0] ?? now) + lifeMillis(rate) + rate.perMillis - now, leastWait(rate));
}

function gapOf({ requests, perMillis }: AllowedRate): number {
  return (perMillis * CLOSER) / requests;
}

/** What was not asked for in time is lost, but for a little. */
function pacedFrom({ paced }: SpentWindow, rate: AllowedRate, now: number): number {
  return Math.max(Math.min(paced, now), now - Math.max(2 * gapOf(rate), lifeMillis(rate) / 2));
}

function sliceOf(time: number, rate: AllowedRate): number {
  return Math.floor(time / Math.max(lifeMillis(rate) / 4, rate.perMillis / MOST_SLICES));
}
