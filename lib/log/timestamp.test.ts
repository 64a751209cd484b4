import { expect, it } from '@jest/globals';
import { logTimestamp } from './timestamp.ts';

it('says the time in UTC, to the millisecond, for every line', () => {
  const before = Date.now();
  const all = Array.from({ length: 100_000 }, () => logTimestamp());
  const after = Date.now();
  const times = all.map((text) => Date.parse(text));
  expect(all.every((text, i) => new Date(times[i] as number).toISOString() === text)).toBe(true);
  expect(Math.min(...times.slice(0, 1_000))).toBeGreaterThanOrEqual(before);
  expect(Math.max(...times.slice(-1_000))).toBeLessThanOrEqual(after);
  expect(times.every((ms, i) => i === 0 || ms >= (times[i - 1] as number))).toBe(true);
});
