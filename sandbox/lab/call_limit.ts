/**
 * A limit as providers have it: so many calls in so much time, of each connection or of the whole app, counted in a window
 * that slides or in one that begins anew. Who is over it is refused; who is over it too often is banned. It also says how
 * much of what it allows was taken, which is what a good client is measured by: over windows of its length from a caller's
 * first call on, of which the last, unfinished one does not count.
 */
import type { Clock } from '../../lib/time/clock.ts';

export type LabLimit = {
  requests: number;
  perSeconds: number;
  /** `connection` when absent: whoever comes with the same credentials. */
  of?: 'connection' | 'app';
  /** `sliding` when absent. */
  window?: 'sliding' | 'fixed';
  /** Whether answers carry the file's headers; they do unless this is false. */
  headers?: boolean;
  /** So many refusals are forgiven, the next one is a ban; never when absent. */
  banAfter?: number;
  /** 60 when absent. */
  banSeconds?: number;
};

export type LimitReport = LabLimit & {
  allowed: number;
  refused: number;
  bans: number;
  /** Of what full windows had room for; null before there was one. */
  share: number | null;
};

export type CallLimit = {
  /** Seconds to wait, when there is no room; `ban` when the caller is banned, or is from here on. */
  refusal(caller: string): { seconds: number } | 'ban' | null;
  /** Counts a call that all limits let in. */
  allow(caller: string): void;
  /** How the caller stands, for headers. */
  standing(caller: string): { limit: number; remaining: number; resetSeconds: number };
  report(): LimitReport;
};

type Caller = {
  times: number[];
  first: number;
  full: number;
  filled: number;
  current: number;
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

  /** Drops what the window has left behind. */
  function inWindow(caller: Caller, now: number): number[] {
    const from = window === 'fixed' ? Math.floor(now / per) * per - 1 : now - per;
    const stays = caller.times.findIndex((time) => time > from);
    caller.times.splice(0, stays < 0 ? caller.times.length : stays);
    return caller.times;
  }

  function resetMillis(caller: Caller, now: number): number {
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
        return { seconds: Math.ceil(resetMillis(caller, now) / 1000) };
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
      return { limit: requests, remaining, resetSeconds: Math.ceil(resetMillis(caller, now) / 1000) };
    },
    report() {
      const full = [...callers.values()].reduce((sum, one) => sum + one.full, 0);
      const filled = [...callers.values()].reduce((sum, one) => sum + one.filled, 0);
      return { ...limit, ...counted, share: full === 0 ? null : filled / (full * requests) };
    },
  };
}
