import { describe, expect, it } from '@jest/globals';
import { durationText } from './duration.ts';

describe('a duration in words', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_500, '1.5 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [95_000, '1 min 35 s'],
    [3_600_000, '1 h'],
    [90 * 60_000, '1 h 30 min'],
    [49 * 3_600_000, '2 d 1 h'],
  ])('%i ms is %s', (ms, text) => expect(durationText(ms)).toBe(text));
});
