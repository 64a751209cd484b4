import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type OauthCredentials, refreshBackoffMs, refreshTimeOf, tokensFrom } from './credentials.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const token = (expireTime?: number, refreshToken: string | undefined = 'rt'): OauthCredentials => ({
  kind: 'oauth2',
  tokens: { accessToken: 'at', issueTime: 0, expireTime, refreshToken },
});

describe('refreshTimeOf', () => {
  it('is five minutes before expiry, or at 80 % of a shorter lifetime', () => {
    expect(refreshTimeOf(token(60 * MINUTE), 0)).toBe(48 * MINUTE);
    expect(refreshTimeOf(token(10 * MINUTE), 0)).toBe(5 * MINUTE);
    expect(refreshTimeOf(token(MINUTE), 0)).toBe(30_000);
  });

  it('is daily when the token is valid for more than a day or never expires', () => {
    expect(refreshTimeOf(token(90 * DAY), 0)).toBe(DAY);
    expect(refreshTimeOf(token(undefined), 0)).toBe(DAY);
  });

  it('is null when nothing can be refreshed', () => {
    const { tokens } = token(MINUTE);
    expect(refreshTimeOf({ kind: 'oauth2', tokens: { ...tokens, refreshToken: undefined } }, 0)).toBeNull();
  });

  it('lies within the lifetime of every token', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 400 * DAY }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (life, random) => {
          const time = refreshTimeOf(token(life), random) ?? -1;
          expect(time).toBeGreaterThan(0);
          expect(time).toBeLessThan(life);
        },
      ),
    );
  });
});

describe('tokensFrom', () => {
  it('keeps previous values that the response omits', () => {
    const before = { accessToken: 'a', issueTime: 0, refreshToken: 'r', refreshIssueTime: 0, scopes: ['s'] };
    expect(tokensFrom({ accessToken: 'b', metadata: {} }, 9, before)).toMatchObject({
      accessToken: 'b',
      issueTime: 9,
      refreshToken: 'r',
      refreshIssueTime: 0,
      scopes: ['s'],
    });
    expect(tokensFrom({ accessToken: 'b', refreshToken: 'r2', metadata: {} }, 9, before)).toMatchObject({
      refreshToken: 'r2',
      refreshIssueTime: 9,
    });
  });
});

describe('refreshBackoff', () => {
  it('doubles from five seconds to ten minutes', () => {
    expect([1, 2, 3, 20].map(refreshBackoffMs)).toEqual([5_000, 10_000, 20_000, 600_000]);
  });
});
