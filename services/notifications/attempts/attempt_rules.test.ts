import { describe, expect, it } from '@jest/globals';
import { readSettings } from '../../../lib/config/settings.ts';
import { settings } from '../config.ts';
import type { AttemptOutcome } from '../deliveries/delivery.ts';
import { type AttemptRules, decideNextStep, healthAfter, probeGapMs } from './attempt_rules.ts';

const HOUR = 3_600_000;
const { attemptGaps: gaps, probeGaps } = readSettings(
  { attemptGaps: settings.attemptGaps, probeGaps: settings.probeGaps },
  {},
);
const rules: AttemptRules = {
  gaps,
  slowDownMs: 60_000,
  retryAfterMaxMs: 24 * HOUR,
  disableAfterMs: 120 * HOUR,
  breaker: { failures: 5, afterMs: 30_000, openMs: 60_000 },
  probeGaps,
};
const outcome = (result: AttemptOutcome['result'], over: Partial<AttemptOutcome> = {}): AttemptOutcome => ({
  result,
  status: 0,
  error: null,
  startTime: 0,
  endTime: 0,
  ...over,
});
const delivered = outcome('delivered');
const failed = outcome('retryable');
const healthy = { failures: 0, failingSince: null, openUntil: null };
const extremes = [0, 0.25, 0.5, 0.75, 0.999_999];

describe('the attempt schedule', () => {
  it('is ten attempts over 75.6 hours', () => {
    expect(gaps).toHaveLength(10);
    expect(gaps.reduce((sum, gap) => sum + gap)).toBe(5_000 + 5 * 60_000 + 30 * 60_000 + 75 * HOUR);
  });

  it('keeps every gap within a fifth of what it says', () => {
    for (let attempt = 1; attempt < gaps.length; attempt += 1) {
      for (const random of extremes) {
        const decision = decideNextStep(failed, attempt, rules, random);
        const delayMs = decision.next === 'retry' ? decision.delayMs : NaN;
        expect(delayMs).toBeGreaterThanOrEqual(0.8 * (gaps[attempt] as number));
        expect(delayMs).toBeLessThanOrEqual(1.2 * (gaps[attempt] as number));
      }
    }
  });

  it('L3: holds the message after the tenth attempt, as refused', () => {
    expect(decideNextStep(failed, 10, rules, 0.5)).toEqual({ next: 'held', isRefused: true });
  });

  it('goes on after a failure, and ends with a success', () => {
    expect(decideNextStep(delivered, 1, rules, 0.5)).toEqual({ next: 'delivered' });
    expect(decideNextStep(failed, 1, rules, 0.5)).toMatchObject({ next: 'retry' });
  });

  it('holds the message of a receiver that wants none, and fails it when its body is deleted', () => {
    expect(decideNextStep(outcome('final'), 1, rules, 0.5)).toEqual({ next: 'held', isRefused: false });
    expect(decideNextStep(outcome('final'), 10, rules, 0.5)).toEqual({ next: 'held', isRefused: false });
    expect(decideNextStep(outcome('bodyDeleted'), 1, rules, 0.5)).toEqual({ next: 'failed' });
  });

  it('waits a minute at least for an overloaded receiver', () => {
    const overloaded = outcome('retryable', { isOverloaded: true });
    expect(decideNextStep(overloaded, 1, rules, 0)).toEqual({ next: 'retry', delayMs: 60_000 });
    expect(decideNextStep(overloaded, 2, rules, 0.5)).toEqual({ next: 'retry', delayMs: 300_000 });
  });

  it('obeys Retry-After up to a day, and never comes earlier than the schedule says', () => {
    expect(decideNextStep(outcome('retryable', { retryAfterMs: 120_000 }), 1, rules, 0.5)).toEqual({
      next: 'retry',
      delayMs: 120_000,
    });
    expect(decideNextStep(outcome('retryable', { retryAfterMs: 100 * HOUR }), 1, rules, 0.5)).toEqual({
      next: 'retry',
      delayMs: 24 * HOUR,
    });
    expect(decideNextStep(outcome('retryable', { retryAfterMs: 1_000 }), 3, rules, 0.5)).toEqual({
      next: 'retry',
      delayMs: 1_800_000,
    });
  });
});

describe('the health of a destination', () => {
  it('counts failures in a row, since the first', () => {
    const once = healthAfter(healthy, [failed], 1_000, rules);
    expect(once).toEqual({ failures: 1, failingSince: 1_000, openUntil: null, disable: false });
    expect(healthAfter(once, [failed, failed], 9_000, rules)).toMatchObject({
      failures: 3,
      failingSince: 1_000,
    });
  });

  it('is as new after a success, whatever came before it', () => {
    const sick = { failures: 40, failingSince: 1, openUntil: 5 };
    expect(healthAfter(sick, [failed, delivered], 9_000, rules)).toEqual({ ...healthy, disable: false });
    expect(healthAfter(sick, [delivered, failed], 9_000, rules)).toMatchObject({
      failures: 1,
      failingSince: 9_000,
      openUntil: null,
    });
  });

  it('is spared when it failed often and for a while, not for a burst', () => {
    const burst = healthAfter(
      healthy,
      Array.from({ length: 50 }, () => failed),
      1_000,
      rules,
    );
    expect(burst.openUntil).toBeNull();
    expect(healthAfter(burst, [failed], 31_000, rules).openUntil).toBe(91_000);
  });

  it('ends with disabling after 120 hours of nothing but failure, or a 410', () => {
    const failing = { failures: 9, failingSince: 1_000, openUntil: null };
    expect(healthAfter(failing, [failed], 1_000 + 120 * HOUR - 1, rules).disable).toBe(false);
    expect(healthAfter(failing, [failed], 1_000 + 120 * HOUR, rules).disable).toBe(true);
    expect(healthAfter(failing, [delivered], 1_000 + 120 * HOUR, rules).disable).toBe(false);
    expect(healthAfter(healthy, [outcome('final')], 5, rules).disable).toBe(true);
  });
});

describe('the gaps between the probes of a destination that failures disabled', () => {
  it('are 5 min and twice as long each time, up to an hour', () => {
    const minutes = [0, 1, 2, 3, 4, 5, 99].map((step) => probeGapMs(rules, step) / 60_000);
    expect(minutes).toEqual([5, 10, 20, 40, 60, 60, 60]);
  });
});
