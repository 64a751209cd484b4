import { describe, expect, it } from '@jest/globals';
import { nextStep } from './setback.ts';

const limits = { maxTries: 10, random: () => 0.5 };

describe('nextStep', () => {
  it('doubles the wait with each try, up to five minutes', () => {
    const waits = [1, 2, 3, 9].map((tries) =>
      nextStep({ kind: 'temporary', reason: 'x' }, { tries, rateLimits: 0 }, limits),
    );
    expect(waits.map((step) => step.do === 'park' && step.waitMillis)).toEqual([1_000, 2_000, 4_000, 256_000]);
    expect(
      nextStep({ kind: 'temporary', reason: 'x' }, { tries: 30, rateLimits: 0 }, { ...limits, maxTries: 99 }),
    ).toMatchObject({ waitMillis: 300_000 });
  });

  it('spreads the waits by a fifth', () => {
    const wait = (random: number) =>
      nextStep({ kind: 'temporary', reason: 'x' }, { tries: 1, rateLimits: 0 }, { maxTries: 9, random: () => random });
    expect([wait(0), wait(1)]).toMatchObject([{ waitMillis: 800 }, { waitMillis: 1_200 }]);
  });

  it('gives up after the tries that are set, at once on what will not pass', () => {
    expect(nextStep({ kind: 'temporary', reason: 'down' }, { tries: 10, rateLimits: 0 }, limits)).toEqual({
      do: 'fail',
      reason: 'down',
    });
    expect(nextStep({ kind: 'permanent', reason: 'no' }, { tries: 1, rateLimits: 0 }, limits)).toEqual({
      do: 'fail',
      reason: 'no',
    });
  });

  it('waits exactly as long as a limit says, for a day at most, and counts limits apart', () => {
    const limited = (retryAfterMillis: number) =>
      nextStep({ kind: 'rateLimit', reason: 'x', retryAfterMillis }, { tries: 50, rateLimits: 20 }, limits);
    expect(limited(7_000)).toEqual({ do: 'park', waitMillis: 7_000, isRateLimit: true });
    expect(limited(9e9)).toMatchObject({ waitMillis: 86_400_000 });
    expect(nextStep({ kind: 'rateLimit', reason: 'x' }, { tries: 1, rateLimits: 199 }, limits)).toEqual({
      do: 'fail',
      reason: 'x',
    });
  });

  it('waits at least as long as a fault names', () => {
    const faulty = (retryAfterMillis: number) =>
      nextStep({ kind: 'temporary', reason: 'x', retryAfterMillis }, { tries: 3, rateLimits: 0 }, limits);
    expect([faulty(1), faulty(60_000)]).toMatchObject([{ waitMillis: 4_000 }, { waitMillis: 60_000 }]);
  });
});
