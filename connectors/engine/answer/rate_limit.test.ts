import { describe, expect, it } from '@jest/globals';
import type { Provider } from '../file/provider.ts';
import { rateLimitOf } from './exchange.ts';

const NOW = 1_800_000_000_000;
const provider = { rateLimit: { remaining: 'X-Left', reset: 'X-Reset', resetUnit: 'seconds' } } as unknown as Provider;

describe('the rate limit of a response', () => {
  it('resets within a day: a timestamp read as seconds would block a connection for decades', () => {
    const headers = { 'x-left': '0', 'x-reset': String(NOW / 1000 + 60) };
    expect(rateLimitOf(provider, headers, NOW)).toEqual({ remaining: 0, resetMs: 24 * 3_600_000 });
  });

  it('ignores headers that are not numbers', () => {
    expect(rateLimitOf(provider, { 'x-left': 'NaN', 'x-reset': 'soon' }, NOW)).toBeUndefined();
  });
});
