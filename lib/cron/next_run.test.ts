import { describe, expect, it } from '@jest/globals';
import { nextRun } from './next_run.ts';

const NOW = Date.UTC(2026, 0, 1, 0, 0, 30);

describe('nextRun', () => {
  it('is the first run strictly after the time, in UTC', () => {
    expect(nextRun({ cron: '0 * * * *' }, NOW)).toBe(Date.UTC(2026, 0, 1, 1));
    expect(nextRun({ cron: '0 * * * *' }, Date.UTC(2026, 0, 1, 1))).toBe(Date.UTC(2026, 0, 1, 2));
    expect(nextRun({ cron: '0 * * * *' }, Date.UTC(2026, 0, 1, 1) - 1)).toBe(Date.UTC(2026, 0, 1, 1));
    expect(nextRun({ cron: '30 6 * * 1' }, NOW)).toBe(Date.UTC(2026, 0, 5, 6, 30));
  });

  it('waits eight years for a leap day where a century has none', () => {
    expect(nextRun({ cron: '0 0 29 2 *' }, Date.UTC(2096, 1, 29))).toBe(Date.UTC(2104, 1, 29));
  });

  it('throws when there is none', () => {
    expect(() => nextRun({ cron: '0 0 30 2 *' }, NOW)).toThrow(RangeError);
    expect(() => nextRun({ cron: 'nonsense' }, NOW)).toThrow(RangeError);
  });
});
