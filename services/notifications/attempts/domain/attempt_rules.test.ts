import { describe, expect, it } from '@jest/globals';
import { readSettings } from '../../../../lib/config/settings.ts';
import { settings } from '../../config.ts';
import { decide, healthAfter, type AttemptRules } from './attempt_rules.ts';
import type { Outcome } from '../../deliveries/domain/delivery.ts';

const HOUR = 3_600_000;
const { attemptGaps: gaps } = readSettings({ attemptGaps: settings.attemptGaps }, {});
const rules: AttemptRules = {
  gaps,
  slowDownMs: 60_000,
  retryAfterMaxMs: 24 * HOUR,
  disableAfterMs: 120 * HOUR,
  breaker: { failures: 5, afterMs: 30_000, openMs: 60_000 },
};
const outcome = (status: number, over: Partial<Outcome> = {}): Outcome => ({
  status,
  error: null,
  retryAfterMs: 0,
  startTime: 0,
  endTime: 0,
  ...over,
});
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
        const decision = decide(outcome(500), attempt, rules, random);
        const delayMs = decision.next === 'retry' ? decision.delayMs : NaN;
        expect(delayMs).toBeGreaterThanOrEqual(0.8 * (gaps[attempt] as number));
        expect(delayMs).toBeLessThanOrEqual(1.2 * (gaps[attempt] as number));
      }
    }
  });

  it('L3: holds the message after the tenth attempt, as refused', () => {
    expect(decide(outcome(500), 10, rules, 0.5)).toEqual({ next: 'held', isRefused: true });
  });

  it.each([200, 201, 204, 299])('counts %i as delivered', (status) => {
    expect(decide(outcome(status), 1, rules, 0.5)).toEqual({ next: 'delivered' });
  });

  it.each([300, 301, 302, 307, 400, 401, 404, 500, 0])('counts %i as a failure to try again', (status) => {
    expect(decide(outcome(status), 1, rules, 0.5)).toMatchObject({ next: 'retry' });
  });

  it('holds the message at once on a 410, and fails it when its body is deleted', () => {
    expect(decide(outcome(410), 1, rules, 0.5)).toEqual({ next: 'held', isRefused: false });
    expect(decide(outcome(0, { error: 'gone' }), 1, rules, 0.5)).toEqual({ next: 'failed' });
  });

  it.each([outcome(429), outcome(502), outcome(504), outcome(0, { error: 'timeout' })])(
    'waits a minute at least after %j',
    (sign) => {
      expect(decide(sign, 1, rules, 0)).toEqual({ next: 'retry', delayMs: 60_000 });
      expect(decide(sign, 2, rules, 0.5)).toEqual({ next: 'retry', delayMs: 300_000 });
    },
  );

  it('obeys Retry-After up to a day, and never comes earlier than the schedule says', () => {
    expect(decide(outcome(503, { retryAfterMs: 120_000 }), 1, rules, 0.5)).toEqual({ next: 'retry', delayMs: 120_000 });
    expect(decide(outcome(503, { retryAfterMs: 100 * HOUR }), 1, rules, 0.5)).toEqual({
      next: 'retry',
      delayMs: 24 * HOUR,
    });
    expect(decide(outcome(503, { retryAfterMs: 1_000 }), 3, rules, 0.5)).toEqual({ next: 'retry', delayMs: 1_800_000 });
  });
});

describe('the health of a destination', () => {
  it('counts failures in a row, since the first', () => {
    const once = healthAfter(healthy, [outcome(500)], 1_000, rules);
    expect(once).toEqual({ failures: 1, failingSince: 1_000, openUntil: null, disable: false });
    expect(healthAfter(once, [outcome(500), outcome(0)], 9_000, rules)).toMatchObject({
      failures: 3,
      failingSince: 1_000,
    });
  });

  it('is as new after a success, whatever came before it', () => {
    const sick = { failures: 40, failingSince: 1, openUntil: 5 };
    expect(healthAfter(sick, [outcome(500), outcome(200)], 9_000, rules)).toEqual({ ...healthy, disable: false });
    expect(healthAfter(sick, [outcome(200), outcome(500)], 9_000, rules)).toMatchObject({
      failures: 1,
      failingSince: 9_000,
      openUntil: null,
    });
  });

  it('is spared when it failed often and for a while, not for a burst', () => {
    const burst = healthAfter(
      healthy,
      Array.from({ length: 50 }, () => outcome(500)),
      1_000,
      rules,
    );
    expect(burst.openUntil).toBeNull();
    expect(healthAfter(burst, [outcome(500)], 31_000, rules).openUntil).toBe(91_000);
  });

  it('ends with disabling after 120 hours of nothing but failure, or a 410', () => {
    const failing = { failures: 9, failingSince: 1_000, openUntil: null };
    expect(healthAfter(failing, [outcome(500)], 1_000 + 120 * HOUR - 1, rules).disable).toBe(false);
    expect(healthAfter(failing, [outcome(500)], 1_000 + 120 * HOUR, rules).disable).toBe(true);
    expect(healthAfter(failing, [outcome(200)], 1_000 + 120 * HOUR, rules).disable).toBe(false);
    expect(healthAfter(healthy, [outcome(410)], 5, rules).disable).toBe(true);
  });
});
