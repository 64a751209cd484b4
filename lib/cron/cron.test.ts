import { describe, expect, it } from '@jest/globals';
import { checkCron, nextRun } from './cron.ts';

const NOW = Date.UTC(2026, 0, 1, 0, 0, 30);

describe('checkCron', () => {
  it.each(['*/10 * * * *', '0 * * * *', '15 3 * * MON-FRI', '0 0 29 2 *', '0,30 9-17 1,15 jan-jun *', '59 23 31 12 *'])(
    'takes %s',
    (text) => {
      expect(checkCron(text, { now: Date.UTC(2027, 6, 1) })).toBeNull();
    },
  );

  it.each([
    ['', /five fields/],
    ['@daily', /five fields/],
    ['0 * * * * *', /five fields/],
    ['hello there you cron tab', /numbers, names/],
    ['0 0 L * *', /numbers, names/],
    ['0 0 ? * *', /numbers, names/],
    ['61 * * * *', /not a valid/],
    ['0 25 * * *', /not a valid/],
    ['* * * * *', /10 minutes/],
    ['*/5 * * * *', /10 minutes/],
    ['*/9 * * * *', /10 minutes/],
    ['0,55 * * * *', /10 minutes/],
    ['0,55 0,2,4,6,8,10,12,14,16,18,20,23 * * *', /10 minutes/],
    ['0 0 30 2 *', /400 days/],
  ])('refuses %s', (text, reason) => {
    expect(checkCron(text, { now: NOW })).toMatch(reason);
  });

  it('refuses a leap day that is years away', () => {
    expect(checkCron('0 0 29 2 *', { now: Date.UTC(2025, 0, 1) })).toMatch(/400 days/);
  });
});

it('holds a schedule to another gap when asked', () => {
  expect(checkCron('*/30 * * * *', { now: NOW, minGapMinutes: 60 })).toMatch(/60 minutes/);
  expect(checkCron('0 * * * *', { now: NOW, minGapMinutes: 60 })).toBeNull();
});

describe('nextRun', () => {
  it('is the first run strictly after the time, in UTC', () => {
    expect(nextRun('0 * * * *', NOW)).toBe(Date.UTC(2026, 0, 1, 1));
    expect(nextRun('0 * * * *', Date.UTC(2026, 0, 1, 1))).toBe(Date.UTC(2026, 0, 1, 2));
    expect(nextRun('0 * * * *', Date.UTC(2026, 0, 1, 1) - 1)).toBe(Date.UTC(2026, 0, 1, 1));
    expect(nextRun('30 6 * * 1', NOW)).toBe(Date.UTC(2026, 0, 5, 6, 30));
  });

  it('throws when there is none', () => {
    expect(() => nextRun('0 0 30 2 *', NOW)).toThrow(RangeError);
  });
});
