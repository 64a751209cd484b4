/**
 * A rate limit like those of real providers: a number of calls per time, for each connection or for the whole app, in a
 * sliding or fixed window. Calls over the limit are refused; too many refusals lead to a ban. The report contains the
 * used share of the limit, which measures a client's efficiency. The share counts full windows from a caller's first
 * call on; the last, unfinished window is ignored.
 */
import type { Clock } from '../../../lib/time/clock.ts';

export type LabLimit = {
  requests: number;
  perSeconds: number;
  /** `connection` means calls with the same credentials. Default: `connection`. */
  of?: 'connection' | 'app';
  /** Default: `sliding`. */
  window?: 'sliding' | 'fixed';
  /** Whether responses carry the rate-limit headers of the file. Default: true. */
  headers?: boolean;
  /** The number of refusals without a ban; the next one bans the caller. Default: never. */
  banAfter?: number;
  /** Default: 60. */
  banSeconds?: number;
};

export type LimitReport = LabLimit & {
  allowed: number;
  refused: number;
  bans: number;
  /** The used share of all full windows, 0 to 1; null before the first full window. */
  share: number | null;
};

export type CallLimit = {
  /** Null if the call is within the limit; otherwise the seconds to wait, or `ban` for a banned caller. */
  refusal(caller: string): { seconds: number } | 'ban' | null;
  /** Counts a call that all limits allow. */
  allow(caller: string): void;
  /** The caller's remaining calls, for headers. */
  standing(caller: string): { limit: number; remaining: number; resetSeconds: number };
  report(): LimitReport;
};

type Caller = {
  /** The times of the allowed calls in the current window. */
  times: number[];
  /** The time of the first allowed call; -1 before it. */
  first: number;
  /** For the share: the number of full windows, the calls in them, and the calls in the unfinished one. */
  full: number;
  filled: number;
  current: number;
  /** The refusals since the last ban. */
  refused: number;
  bannedUntil: number;
};

export function createCallLimit(limit: LabLimit, clock: Clock): CallLimit {
  const { requests, perSeconds, of = 'connection', window = 'sliding', banAfter, banSeconds = 60 } = limit;
  const per = perSeconds * 1000;
  const callers = new Map<string, Caller>();
  const counted = { allowed: 0, refused: 0, bans: 0 };

  function callerOf(name: string): Caller {
    const key = of === 'app' ? '' : name;
    const known = callers.get(key);
    if (known) return known;
    const made = { times: [], first: -1, full: 0, filled: 0, current: 0, refused: 0, bannedUntil: 0 };
    callers.set(key, made);
    return made;
  }

  /** Removes the calls before the current window. */
  function inWindow(caller: Caller, now: number): number[] {
    const from = window === 'fixed' ? Math.floor(now / per) * per - 1 : now - per;
    const stays = caller.times.findIndex((time) => time > from);
    caller.times.splice(0, stays < 0 ? caller.times.length : stays);
    return caller.times;
  }

  function msUntilReset(caller: Caller, now: number): number {
    if (window === 'fixed') return (Math.floor(now / per) + 1) * per - now;
    return Math.max(0, (caller.times[0] ?? now) + per - now);
  }

  return {
    refusal(name) {
      const [caller, now] = [callerOf(name), clock.now()];
      if (caller.bannedUntil > now) return 'ban';
      if (inWindow(caller, now).length < requests) return null;
      counted.refused += 1;
      caller.refused += 1;
      if (banAfter === undefined || caller.refused <= banAfter)
        return { seconds: Math.ceil(msUntilReset(caller, now) / 1000) };
      Object.assign(caller, { refused: 0, bannedUntil: now + banSeconds * 1000 });
      counted.bans += 1;
      return 'ban';
    },
    allow(name) {
      const [caller, now] = [callerOf(name), clock.now()];
      inWindow(caller, now).push(now);
      counted.allowed += 1;
      if (caller.first < 0) caller.first = now;
      for (; now >= caller.first + (caller.full + 1) * per; caller.current = 0) {
        caller.full += 1;
        caller.filled += caller.current;
      }
      caller.current += 1;
    },
    standing(name) {
      const [caller, now] = [callerOf(name), clock.now()];
      const remaining = Math.max(0, requests - inWindow(caller, now).length);
      return { limit: requests, remaining, resetSeconds: Math.ceil(msUntilReset(caller, now) / 1000) };
    },
    report() {
      const full = [...callers.values()].reduce((sum, one) => sum + one.full, 0);
      const filled = [...callers.values()].reduce((sum, one) => sum + one.filled, 0);
      return { ...limit, ...counted, share: full === 0 ? null : filled / (full * requests) };
    },
  };
}
