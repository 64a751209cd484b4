import { describe, expect, it } from '@jest/globals';
import { decideRetry } from './next_step.ts';

const limits = { maxTries: 10, random: () => 0.5 };

describe('nextStep', () => {
  it('doubles the wait with each try, up to five minutes', () => {
    const waits = [1, 2, 3, 9].map((tries) =>
      decideRetry({ kind: 'temporary', reason: 'x' }, { tries, rateLimits: 0 }, limits),
    );
    expect(waits.map((step) => step.do === 'park' && step.waitMs)).toEqual([1_000, 2_000, 4_000, 256_000]);
    expect(
      decideRetry({ kind: 'temporary', reason: 'x' }, { tries: 30, rateLimits: 0 }, { ...limits, maxTries: 99 }),
    ).toMatchObject({ waitMs: 300_000 });
  });

  it('adds a jitter of 20 %', () => {
    const wait = (random: number) =>
      decideRetry(
        { kind: 'temporary', reason: 'x' },
        { tries: 1, rateLimits: 0 },
        { maxTries: 9, random: () => random },
      );
    expect([wait(0), wait(1)]).toMatchObject([{ waitMs: 800 }, { waitMs: 1_200 }]);
  });

  it('gives up after the max tries, and at once on a permanent failure', () => {
    expect(decideRetry({ kind: 'temporary', reason: 'down' }, { tries: 10, rateLimits: 0 }, limits)).toEqual({
      do: 'fail',
      reason: 'down',
    });
    expect(decideRetry({ kind: 'permanent', reason: 'no' }, { tries: 1, rateLimits: 0 }, limits)).toEqual({
      do: 'fail',
      reason: 'no',
    });
  });

  it('F5: never fails because a part of Causeway is unavailable', () => {
    expect(decideRetry({ kind: 'unavailable', reason: 'x' }, { tries: 10_000, rateLimits: 0 }, limits)).toEqual({
      do: 'postpone',
      waitMs: 5_000,
    });
  });

  it('waits exactly as long as a rate limit says, at most a day, and counts these separately', () => {
    const limited = (retryAfterMs: number) =>
      decideRetry({ kind: 'rateLimit', reason: 'x', retryAfterMs }, { tries: 50, rateLimits: 20 }, limits);
    expect(limited(7_000)).toEqual({ do: 'park', waitMs: 7_000, isRateLimit: true });
    expect(limited(9e9)).toMatchObject({ waitMs: 86_400_000 });
    expect(decideRetry({ kind: 'rateLimit', reason: 'x' }, { tries: 1, rateLimits: 199 }, limits)).toEqual({
      do: 'fail',
      reason: 'x',
    });
  });

  it('waits at least as long as a failure asks', () => {
    const faulty = (retryAfterMs: number) =>
      decideRetry({ kind: 'temporary', reason: 'x', retryAfterMs }, { tries: 3, rateLimits: 0 }, limits);
    expect([faulty(1), faulty(60_000)]).toMatchObject([{ waitMs: 4_000 }, { waitMs: 60_000 }]);
  });
});
