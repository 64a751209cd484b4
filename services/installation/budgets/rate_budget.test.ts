import process from 'node:process';
import { describe, expect, it } from '@jest/globals';
import type { AllowedRate } from '../../../connectors/calls/permits.ts';
import {
  applyReport,
  closeBudget,
  closedUntil,
  countCallLater,
  grantPermits,
  newBudget,
  type RateBudget,
  returnUnusedPermits,
} from './rate_budget.ts';
import { lifetimeMs } from './rate_window.ts';

const NOW = 1_800_000_000_000;
const wish = (allowed: AllowedRate[], wanted: number, now: number) => ({
  allowed,
  wanted,
  now,
  lagMs: 0,
  isInteractive: false,
});

/** A thousand seeds take a minute; everyday runs use the short form. */
const SEEDS = process.env['CAUSEWAY_PROMISES'] === 'full' ? 1_000 : 50;

/** A small seeded generator, so that a seed reproduces a run. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Processes that request permits as fast as they may. Each call arrives at the provider at a random moment of its
 * permit's lifetime, and some permits are never used. Returns the arrival times.
 */
function arrivals(allowed: AllowedRate[], random: () => number, lengthMs: number, tardy: number): number[] {
  const lifetime = Math.min(...allowed.map(lifetimeMs));
  const processes = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({ next: NOW + random() * 50 }));
  const came: number[] = [];
  let budget: RateBudget = newBudget;
  for (;;) {
    const process = processes.reduce((a, b) => (a.next <= b.next ? a : b));
    const now = Math.ceil(process.next);
    if (now > NOW + lengthMs) return came.sort((a, b) => a - b);
    const granted = grantPermits(budget, { ...wish(allowed, 1 + Math.floor(random() * 8), now), lagMs: 0 });
    budget = granted.budget;
    if (!granted.permits) {
      process.next = now + Math.max(1, granted.waitMs);
      continue;
    }
    const used = random() < 0.1 ? Math.floor(granted.permits.count / 2) : granted.permits.count;
    const sent = Array.from({ length: used }, () => now + random() * granted.permits!.liveMs);
    const { time, arriveMs } = granted.permits;
    const arrived = sent.map(
      (at) => at + random() * (lifetime - granted.permits!.liveMs) + (random() < tardy ? 2 * lifetime * random() : 0),
    );
    came.push(...arrived);
    for (const lateMs of arrived.map((at) => at - time - arriveMs))
      if (lateMs > 0) budget = countCallLater(budget, allowed, { time, lateMs });
    process.next = Math.max(now + 1, ...sent);
    if (used < granted.permits.count)
      budget = returnUnusedPermits(budget, allowed, { ...granted.permits, count: granted.permits.count - used });
  }
}

/** The max number of calls in any window of the rate's length. */
function busiest(times: readonly number[], { perMs }: AllowedRate): number {
  let [max, from] = [0, 0];
  times.forEach((time, to) => {
    while ((times[from] as number) <= time - perMs) from += 1;
    max = Math.max(max, to - from + 1);
  });
  return max;
}

describe('a rate budget', () => {
  it('never exceeds the limit in any window, and uses 95 % of it, with every seed', () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = randomOf(seed);
      const first = {
        requests: 1 + Math.floor(random() * 60),
        perMs: [500, 1000, 2000, 10_000][seed % 4] as number,
      };
      const second = { requests: Math.ceil(first.requests * (2 + random() * 8)), perMs: first.perMs * 6 };
      const allowed = seed % 3 === 0 ? [first, second] : [first];
      const length = (allowed.at(-1) as AllowedRate).perMs * 6;
      const tardy = seed % 5 === 0 ? 0.2 : 0;
      const times = arrivals(allowed, random, length, tardy);
      for (const rate of allowed) {
        const over = busiest(times, rate) - rate.requests;
        expect({ seed, rate, over: Math.max(0, over) }).toEqual({ seed, rate, over: 0 });
      }
      const rates = allowed.map(({ requests, perMs }) => requests / perMs);
      if (tardy > 0) continue; // late arrivals reduce the share
      const share = times.length / (Math.min(...rates) * length);
      expect({ seed, allowed, share: share >= 0.95 ? 'enough' : share }).toEqual({ seed, allowed, share: 'enough' });
    }
  }, 600_000);

  const report = { limit: 10, inFlight: 0, number: null };
  const one = (budget: RateBudget, now: number) => grantPermits(budget, wish([], 1, now));

  it('reads a header as the count when its call arrived, and subtracts later permits', () => {
    let budget = applyReport(newBudget, { ...report, remaining: 9, resetTime: NOW + 5_000 }, NOW);
    budget = grantPermits(budget, wish([], 4, NOW)).budget;
    expect(budget.learnt).toMatchObject({ left: 5 });
    // The second of the four calls returned. Other clients use the account too.
    budget = applyReport(budget, { ...report, remaining: 4, resetTime: NOW + 5_000, number: 2 }, NOW + 100);
    expect(budget.learnt).toMatchObject({ left: 2 });
    // A late response to an older call does not raise the count.
    budget = applyReport(budget, { ...report, remaining: 8, resetTime: NOW + 5_000, number: 1 }, NOW + 110);
    expect(budget.learnt).toMatchObject({ left: 2 });
  });

  it('grants nothing between the last permit and the reset, and the whole limit after it', () => {
    const spent = applyReport(newBudget, { ...report, remaining: 0, resetTime: NOW + 5_000 }, NOW);
    expect(closedUntil(spent)).toBe(NOW + 5_000);
    expect(one(spent, NOW + 1_000)).toMatchObject({ permits: null, waitMs: 4_000 });
    const next = grantPermits(spent, wish([], 20, NOW + 5_000));
    expect(next.permits).toMatchObject({ count: 10 });
    expect(one(next.budget, NOW + 5_100)).toMatchObject({ permits: null, waitMs: 4_900 });
  });

  it('is not closed for ever by a header with a limit of 0', () => {
    const report = { limit: 0, remaining: 0, resetTime: NOW + 1_000, number: null, inFlight: 0 };
    const told = applyReport(newBudget, report, NOW);
    expect(grantPermits(told, wish([], 1, NOW)).permits).toBeNull();
    expect(grantPermits(told, wish([], 1, NOW + 1_001)).permits).toMatchObject({ count: 1 });
  });

  it('starts a new window when the reset moves later, and follows one that moves earlier', () => {
    const first = applyReport(newBudget, { ...report, remaining: 1, resetTime: NOW + 5_000 }, NOW);
    expect(applyReport(first, { ...report, remaining: 9, resetTime: NOW + 9_000 }, NOW + 4_000).learnt).toMatchObject({
      left: 9,
    });
    const closer = applyReport(first, { ...report, remaining: 0, resetTime: NOW + 2_000 }, NOW + 10);
    expect(one(closer, NOW + 1_000)).toMatchObject({ permits: null, waitMs: 1_000 });
  });

  it('is closed by a 429 for as long as the provider asked, else with exponential backoff', () => {
    const asked = closeBudget(newBudget, 7_000, NOW);
    expect(one(asked, NOW)).toMatchObject({ permits: null, waitMs: 7_000 });
    const waits: number[] = [];
    let [budget, now] = [newBudget, NOW];
    for (let times = 1; times <= 8; times += 1, now = closedUntil(budget)) {
      budget = closeBudget(closeBudget(budget, undefined, now), undefined, now); // two calls were in flight
      waits.push(closedUntil(budget) - now);
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  });

  describe('for a call that somebody waits for', () => {
    const rate = { requests: 100, perMs: 10_000 };
    const drain = (budget: RateBudget, now: number, isInteractive = false) => {
      let count = 0;
      for (let left = budget; ; ) {
        const granted = grantPermits(left, { ...wish([rate], 100, now), isInteractive });
        left = granted.budget;
        if (!granted.permits) return { budget: left, count, waitMs: granted.waitMs };
        count += granted.permits.count;
      }
    };
    /** Reads have taken what they get, spaced over a while. */
    const read = () => {
      let [budget, count] = [newBudget, 0];
      for (let now = NOW; now < NOW + 5_000; now += 20) {
        const drained = drain(budget, now);
        [budget, count] = [drained.budget, count + drained.count];
      }
      return { budget, count };
    };

    it('reads leave a fiftieth of the limit, and it is not spaced', () => {
      const { budget, count } = read();
      expect(count).toBe(98);
      expect(drain(budget, NOW + 5_000, true).count).toBe(2);
    });

    it('which were refused, reads leave the next permit, until it comes back or stays away', () => {
      const small = { requests: 1, perMs: 1_000 };
      const first = grantPermits(newBudget, wish([small], 1, NOW));
      const refused = grantPermits(first.budget, { ...wish([small], 1, NOW + 10), isInteractive: true });
      expect(refused.permits).toBeNull();
      const back = NOW + 10 + Math.ceil(refused.waitMs);
      expect(grantPermits(refused.budget, wish([small], 1, back)).permits).toBeNull();
      expect(grantPermits(refused.budget, { ...wish([small], 1, back), isInteractive: true }).permits).toMatchObject({
        count: 1,
      });
      expect(grantPermits(refused.budget, wish([small], 1, back + 2_100)).permits).toMatchObject({ count: 1 });
    });

    it('which were refused while a 429 closed the budget, find theirs reserved too', () => {
      const small = { requests: 1, perMs: 60_000 };
      const closed = closeBudget(newBudget, 7_000, NOW);
      const refused = grantPermits(closed, { ...wish([small], 1, NOW + 10), isInteractive: true });
      expect(refused).toMatchObject({ permits: null, waitMs: 6_990 });
      // Not the whole window.
      expect(grantPermits(refused.budget, wish([small], 1, NOW + 7_000))).toMatchObject({
        permits: null,
        waitMs: 2_000,
      });
      const back = { ...wish([small], 1, NOW + 7_010), isInteractive: true };
      expect(grantPermits(refused.budget, back).permits).toMatchObject({ count: 1 });
    });
  });
});
