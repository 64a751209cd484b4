import { describe, expect, it } from '@jest/globals';
import { loadProviders } from '../catalogue/providers.ts';
import type { Provider } from '../file/provider.ts';
import { bodyOf, failureOf } from './classify.ts';
import { retryAfterMs } from './retry_hint.ts';

const NOW = Date.parse('2026-01-02T03:04:05Z');
const providers = loadProviders();

function failure(name: string, status: number, body: unknown = {}, headers: Record<string, string> = {}) {
  const response = { status, headers, text: JSON.stringify(body) };
  return failureOf(providers.get(name) as Provider, response, bodyOf(response), NOW);
}

describe('failureOf', () => {
  it.each([
    [400, 'badRequest'],
    [401, 'credentials'],
    [402, 'badRequest'],
    [403, 'badRequest'],
    [404, 'notFound'],
    [422, 'badRequest'],
    [429, 'rateLimit'],
    [500, 'providerFault'],
    [503, 'providerFault'],
    [302, 'providerFault'],
  ])('classifies a plain %i as %s', (status, kind) => {
    expect(failure('stripe', status)?.kind).toBe(kind);
  });

  it('is null for a success', () => {
    expect(failure('stripe', 200)).toBeNull();
  });

  it('quotes the error message of the body, truncated, and nothing else', () => {
    const message = failure('stripe', 400, {
      error: { message: `Bad ${'x'.repeat(1000)}`, secret: 'sk_live' },
    })?.message;
    expect(message).toMatch(/^Stripe answered 400: Bad x+$/);
    expect(message?.length).toBeLessThan(400);
  });

  it('recognizes the rate limits that GitHub reports with 403', () => {
    const reset = String(NOW / 1000 + 90);
    expect(failure('github', 403, {}, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset })).toMatchObject({
      kind: 'rateLimit',
      retryAfterMs: 90_000,
    });
    expect(failure('github', 403, { message: 'You have exceeded a secondary rate limit' })).toMatchObject({
      kind: 'rateLimit',
      retryAfterMs: 60_000,
    });
    expect(failure('github', 403, {}, { 'retry-after': '30' })).toMatchObject({
      kind: 'rateLimit',
      retryAfterMs: 30_000,
    });
    expect(failure('github', 403, { message: 'Resource not accessible' })?.kind).toBe('badRequest');
  });

  it("recognizes HubSpot's gateway timeout and account migration", () => {
    expect(failure('hubspot', 502, {}, { 'x-hubspot-ratelimit-interval-milliseconds': '10000' })).toMatchObject({
      kind: 'rateLimit',
      retryAfterMs: 10_000,
    });
    expect(failure('hubspot', 477)).toMatchObject({ kind: 'providerFault', isTemporary: true });
  });
});

describe('retryAfterMs', () => {
  it('reads seconds, dates and resets in every unit', () => {
    expect(retryAfterMs({ 'retry-after': '7' }, NOW)).toBe(7000);
    expect(retryAfterMs({ 'retry-after': 'Fri, 02 Jan 2026 03:05:05 GMT' }, NOW)).toBe(60_000);
    expect(retryAfterMs({ 'x-ratelimit-reset': String(NOW / 1000 + 5) }, NOW)).toBe(5000);
    expect(retryAfterMs({ 'x-ratelimit-reset': String(NOW + 5) }, NOW)).toBe(5);
    expect(retryAfterMs({ 'ratelimit-reset': '12' }, NOW)).toBe(12_000);
    expect(retryAfterMs({ 'x-reset': '3' }, NOW, { reset: 'X-Reset', resetUnit: 'seconds' })).toBe(3000);
  });

  it('reads the declared body path, unless Retry-After is present', () => {
    const facts = { retryAfterBody: 'error.wait' };
    expect(retryAfterMs({}, NOW, facts, { error: { wait: 1.5 } })).toBe(1500);
    expect(retryAfterMs({}, NOW, facts, { error: { wait: '2026-01-02T03:05:05Z' } })).toBe(60_000);
    expect(retryAfterMs({ 'retry-after': '7' }, NOW, facts, { error: { wait: 1 } })).toBe(7000);
    expect(retryAfterMs({}, NOW, facts, { error: 'soon' })).toBeUndefined();
    expect(retryAfterMs({}, NOW, {}, { error: { wait: 1 } })).toBeUndefined();
  });

  it('is never negative and never more than a day', () => {
    expect(retryAfterMs({ 'retry-after': 'Fri, 02 Jan 2026 03:00:00 GMT' }, NOW)).toBe(0);
    expect(retryAfterMs({ 'retry-after': '999999999' }, NOW)).toBe(86_400_000);
    expect(retryAfterMs({ 'retry-after': 'soon' }, NOW)).toBeUndefined();
    expect(retryAfterMs({}, NOW)).toBeUndefined();
  });
});
