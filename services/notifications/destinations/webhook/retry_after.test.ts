import { describe, expect, it } from '@jest/globals';
import { retryAfterMs } from './retry_after.ts';

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 2, 3, 4, 5);

  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 02 Jan 2026 03:05:05 GMT', 60_000],
    ['Fri, 02 Jan 2026 03:00:00 GMT', 0],
    ['-5', 0],
    ['1.5', 0],
    ['soon', 0],
    ['', 0],
    [undefined, 0],
    ['99999999999', 0],
    ['2027-01-01', 0],
  ])('reads %j as %i ms', (header, expected) => {
    expect(retryAfterMs(header, now)).toBe(expected);
  });
});
