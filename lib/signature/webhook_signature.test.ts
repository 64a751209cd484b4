import { Buffer } from 'node:buffer';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { ensureTools } from '../../test/support/tools.ts';
import { newSigningSecret, signatureFault, signedHeaders } from './webhook_signature.ts';

const now = () => Math.floor(Date.now() / 1_000);
const [older, newer, foreign] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
/** Widely used, and too large for every installation of Causeway, so it is one of the tools. */
const svix = createRequire(join(ensureTools(), 'package.json')).resolve('svix');
const { Webhook: SvixWebhook } = (await import(pathToFileURL(svix).href)) as { Webhook: typeof StandardWebhook };
const libraries = [
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
] as const;

/** The headers of one naming scheme, as a receiver library reads them. */
function named(prefix: 'webhook-' | 'svix-', headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(prefix)));
}

/** One time for all signatures: two calls in different seconds would sign different texts. */
const signedAt = now();

function sign(body: string, secrets = [newer, older], messageId = 'm-1', timestampSeconds = signedAt) {
  return signedHeaders({ secrets, messageId, timestampSeconds, body });
}

describe.each(libraries)('a receiver with %s', (_, Webhook) => {
  const verify = (secret: string, body: string, headers: Record<string, string>) => () =>
    new Webhook(secret).verify(body, headers);

  it('accepts any body, with the newer, the older or the only secret', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.uuid(), (value, messageId) => {
        const body = JSON.stringify(value);
        for (const secrets of [[newer, older], [older], [newer]]) {
          const headers = named('webhook-', sign(body, secrets, messageId));
          for (const secret of secrets) expect(verify(secret, body, headers)).not.toThrow();
        }
      }),
      { numRuns: 300 },
    );
  });

  it('refuses a foreign secret', () => expect(verify(foreign, '{}', named('webhook-', sign('{}')))).toThrow());

  it('refuses a body with any one bit changed', () => {
    const body = '{"action":"read","n":[1,2,3]}';
    const headers = named('webhook-', sign(body));
    for (let bit = 0; bit < body.length * 7; bit += 1) {
      const changed = Buffer.from(body);
      changed[Math.floor(bit / 7)] = (changed[Math.floor(bit / 7)] ?? 0) ^ (1 << (bit % 7));
      expect(verify(newer, changed.toString('latin1'), headers)).toThrow();
    }
  });

  it('refuses another id, another time, a swapped signature and a time out of tolerance', () => {
    const headers = named('webhook-', sign('{}'));
    expect(verify(newer, '{}', { ...headers, 'webhook-id': 'm-2' })).toThrow();
    expect(verify(newer, '{}', { ...headers, 'webhook-timestamp': String(signedAt - 1) })).toThrow();
    expect(
      verify(newer, '{}', { ...headers, 'webhook-signature': sign('{"a":1}')['webhook-signature'] ?? '' }),
    ).toThrow();
    expect(verify(newer, '{}', named('webhook-', sign('{}', [newer], 'm-1', now() - 301)))).toThrow();
    expect(verify(newer, '{}', named('webhook-', sign('{}', [newer], 'm-1', now() + 302)))).toThrow();
  });
});

describe('our own receiver', () => {
  const fault = (body: string, headers: Record<string, string>, more: object = {}) =>
    signatureFault({ secret: newer, headers, body, nowSeconds: signedAt, ...more });

  it('agrees with the libraries: accepts any body under either naming, with either key of a rotation', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.uuid(), (value, messageId) => {
        const body = JSON.stringify(value);
        const headers = sign(body, [newer, older], messageId);
        for (const prefix of ['webhook-', 'svix-'] as const)
          for (const secret of [newer, older]) expect(fault(body, named(prefix, headers), { secret })).toBeUndefined();
      }),
    );
    const standard = new StandardWebhook(newer);
    const time = new Date(signedAt * 1_000);
    const signature = standard.sign('m-1', time, '{}');
    expect(
      fault('{}', { 'webhook-id': 'm-1', 'webhook-timestamp': String(signedAt), 'webhook-signature': signature }),
    ).toBeUndefined();
  });

  it('says why it refuses a message', () => {
    const headers = named('webhook-', sign('{}'));
    expect(fault('{} ', headers)).toContain('over these bytes');
    expect(fault('{}', headers, { secret: foreign })).toContain('No signature was made with the signing key');
    expect(fault('{}', { ...headers, 'webhook-id': 'm-2' })).toContain('No signature');
    expect(fault('{}', { ...headers, 'webhook-signature': '' })).toBe('The header webhook-signature is missing.');
    expect(fault('{}', { ...headers, 'webhook-timestamp': '1e9' })).toContain('not Unix seconds');
    for (const late of [-301, 301]) expect(fault('{}', headers, { nowSeconds: signedAt + late })).toContain('301 s');
    expect(fault('{}', {})).toBe('The header webhook-id is missing.');
  });
});

describe('a signed message', () => {
  it('is found by a receiver who looks for the svix names', () => {
    const headers = named('svix-', sign('{"é":"😀"}'));
    expect(Object.keys(headers)).toEqual(['svix-id', 'svix-timestamp', 'svix-signature']);
    expect(() => new SvixWebhook(older).verify('{"é":"😀"}', headers)).not.toThrow();
  });

  it('carries one v1 signature a secret, newest first', () => {
    const [first, second] = (sign('{}')['webhook-signature'] ?? '').split(' ');
    expect(first).toBe(sign('{}', [newer])['webhook-signature']);
    expect(second).toBe(sign('{}', [older])['webhook-signature']);
    expect(first).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  });

  it('can not be made without a proper secret, id and time', () => {
    expect(() => sign('{}', [])).toThrow('at least one secret');
    for (const secret of ['', 'whsec_', 'whsec_c2hvcnQ=', newer.slice(6)])
      expect(() => sign('{}', [secret])).toThrow('whsec_');
    for (const id of ['', 'a.b']) expect(() => sign('{}', [newer], id)).toThrow('id');
    expect(() => sign('{}', [newer], 'm-1', 1.5)).toThrow('whole seconds');
  });

  it('names no secret twice in 1,000 fresh ones', () => {
    const secrets = Array.from({ length: 1_000 }, newSigningSecret);
    expect(new Set(secrets).size).toBe(1_000);
    expect(secrets.every((secret) => /^whsec_[A-Za-z0-9+/]{43}=$/.test(secret))).toBe(true);
  });
});
