import { describe, expect, it } from '@jest/globals';
import { undeliveredRetentionMsOf } from './hold.ts';

const DAY = 24 * 3_600_000;

describe('F3: the retention of undelivered messages', () => {
  it('is 14 days, or the horizon of attempts and disabling if that is longer', () => {
    const config = { undeliveredRetention: 0, attemptGaps: [0, DAY, 2 * DAY], disableAfter: 5 * DAY };
    expect(undeliveredRetentionMsOf(config)).toBe(14 * DAY);
    expect(undeliveredRetentionMsOf({ ...config, disableAfter: 20 * DAY })).toBe(23 * DAY);
    expect(undeliveredRetentionMsOf({ ...config, undeliveredRetention: 8 * DAY })).toBe(8 * DAY);
  });

  it('refuses a value below the horizon, and names both settings', () => {
    const short = { undeliveredRetention: 7 * DAY, attemptGaps: [0, DAY, 2 * DAY], disableAfter: 5 * DAY };
    expect(() => undeliveredRetentionMsOf(short)).toThrow(
      /CAUSEWAY_UNDELIVERED_RETENTION_MS is 604800000, but must be 691200000 at least.*ATTEMPT_GAPS_MS.*DISABLE_AFTER_MS/,
    );
  });
});
