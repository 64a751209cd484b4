import { describe, expect, it } from '@jest/globals';
import { countOf, rateText, startOfDay } from './figures.ts';

describe('the figures of the overview', () => {
  it('has a rate that is 100 % only when no attempt failed', () => {
    expect(rateText([])).toBe('none yet');
    expect(rateText([{ delivered: 0, failedAttempts: 3 }])).toBe('0 %');
    expect(rateText([{ delivered: 99_999, failedAttempts: 1 }])).toBe('99.9 %');
    expect(
      rateText([
        { delivered: 2, failedAttempts: 0 },
        { delivered: 1, failedAttempts: 0 },
      ]),
    ).toBe('100 %');
  });

  it('says that a full page may not be all', () => {
    expect(countOf([1, 2], 3)).toBe('2');
    expect(countOf([1, 2, 3], 3)).toBe('3 or more');
  });

  it('begins the day at the midnight of the reader', () => {
    expect(startOfDay(new Date(2026, 0, 3, 23, 59)).getTime()).toBe(new Date(2026, 0, 3).getTime());
  });
});
