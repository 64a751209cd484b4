import { describe, expect, it } from '@jest/globals';
import { sinceChoices } from './recover_since.ts';

const NOW = Date.parse('2026-01-03T12:00:00.000Z');
const AGO = ['2026-01-03T11:00:00.000Z', '2026-01-02T12:00:00.000Z'];
const times = (...args: Parameters<typeof sinceChoices>) => sinceChoices(...args).map(([since]) => since);

describe('where a recovery begins', () => {
  it('is an hour or a day ago for a destination that works', () => {
    expect(times({ health: {} }, NOW)).toEqual(AGO);
  });

  it('is first of all when it began failing, the earlier of what is known', () => {
    const failingSince = '2026-01-01T00:00:00.000Z';
    expect(times({ failingSince }, NOW)).toEqual([failingSince, ...AGO]);
    expect(times({ failingSince, health: { since: '2026-01-01T00:01:00.000Z' } }, NOW)[0]).toBe(failingSince);
    expect(times({ health: { since: '2026-01-01T00:01:00.000Z' } }, NOW)[0]).toBe('2026-01-01T00:01:00.000Z');
  });
});
