import { describe, expect, it } from '@jest/globals';
import type { OutboundRequest, OutboundResponse } from '../../lib/http/outbound.ts';
import { MASK_TEXT } from '../../lib/http/secret_mask.ts';
import { Problem } from '../../lib/problem/problem.ts';
import { unmetered } from './meter.ts';
import { providerCalls } from './provider_calls.ts';

const answer: OutboundResponse = { status: 200, headers: {}, text: '' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const json = { 'content-type': 'application/json; charset=utf-8' };
const calls = providerCalls(async () => answer);

/** The error that a conversation throws after these requests, when the provider echoes `text`. */
async function thrown(text: string, { held = [], request }: { held?: string[]; request?: Partial<OutboundRequest> }) {
  return calls({ held, meter: unmetered }, async ({ send }) => {
    await send({ method: 'POST', url: 'https://acme.example', ...request });
    throw new Error(text);
  }).catch((error: unknown) => error as Error);
}

describe('a conversation with a provider', () => {
  it.each<[string, Partial<OutboundRequest>, string]>([
    ['a bearer token', { headers: { authorization: 'Bearer at-canary-1' } }, 'at-canary-1'],
    ['a key header', { headers: { 'X-Acme-Key': 'key-canary-1' } }, 'key-canary-1'],
    ['a Basic password', { headers: { Authorization: `Basic ${btoa('ada:pw-canary-1')}` } }, 'pw-canary-1'],
    ['a Basic pair', { headers: { Authorization: `Basic ${btoa('ada:pw-canary-1')}` } }, btoa('ada:pw-canary-1')],
    ['a query parameter', { url: 'https://acme.example/?api_key=key%2Fcanary' }, 'key/canary'],
    ['a password in the URL', { url: 'https://ada:pw-canary-1@acme.example' }, 'pw-canary-1'],
    ['a client secret', { headers: form, body: 'grant_type=x&client_secret=cs-canary+1' }, 'cs-canary 1'],
    ['a refresh token', { headers: json, body: '{"a":{"refresh_token":"rt-canary-1"}}' }, 'rt-canary-1'],
    ['a code', { headers: form, body: 'code=code-canary-1' }, 'code-canary-1'],
    ['a code verifier', { headers: form, body: 'code_verifier=cv-canary-1' }, 'cv-canary-1'],
    ['an assertion', { headers: form, body: 'assertion=as-canary-1' }, 'as-canary-1'],
    ['a key in bytes', { headers: json, bytes: Buffer.from('{"apiKey":"key-canary-1"}') }, 'key-canary-1'],
  ])('S3: masks %s that it sent', async (_name, request, secret) => {
    const { message, stack } = await thrown(`Bad: ${secret}!`, { request });
    expect(message).toBe(`Bad: ${MASK_TEXT}!`);
    expect(stack).not.toContain(secret);
  });

  it.each([
    ['in a URL', (secret: string) => encodeURIComponent(secret)],
    [
      'in a URL with lower-case digits',
      (secret: string) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
    ],
    ['in a URL in a URL', (secret: string) => encodeURIComponent(encodeURIComponent(secret))],
    ['in a form', (secret: string) => new URLSearchParams({ a: secret }).toString().slice(2)],
    ['in JSON', (secret: string) => JSON.stringify(secret)],
    ['in JSON with \\/', (secret: string) => JSON.stringify(secret).replaceAll('/', '\\/')],
    ['in JSON in JSON', (secret: string) => JSON.stringify(JSON.stringify({ secret }))],
    [
      'in JSON for HTML',
      (secret: string) => JSON.stringify(secret).replaceAll('&', '\\u0026').replaceAll('<', '\\u003c'),
    ],
    ['in HTML', (secret: string) => secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;')],
    [
      'in an attribute',
      (secret: string) => secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
    ],
    ['in base64', (secret: string) => Buffer.from(secret).toString('base64')],
    ['in base64url', (secret: string) => Buffer.from(secret).toString('base64url')],
  ])('S3: masks a secret %s', async (_name, spelled) => {
    const secret = 'a b/c+d="e"&<f>é';
    const { message } = await thrown(`no: ${spelled(secret)}.`, { held: [secret] });
    expect(message).toMatch(/credential_kept_back/);
    expect(message).not.toMatch(/b.{0,5}c.{0,6}d/);
  });

  it('S3: masks the beginning of a secret that was cut, at the end of the text and elsewhere', async () => {
    const held = ['sk_live_0123456789abcdef'];
    expect((await thrown('Bad: sk_live_0123456', { held })).message).toBe(`Bad: ${MASK_TEXT}`);
    expect((await thrown('Bad: sk_live_0123456… (cut)', { held })).message).toBe(`Bad: ${MASK_TEXT}… (cut)`);
    expect((await thrown('Bad: sk_li', { held })).message).toBe(`Bad: ${MASK_TEXT}`);
  });

  it('S3: masks a short password where it stands alone', async () => {
    const held = ['s3cr', 'abc'];
    expect((await thrown('login=ada&pw=s3cr, s3cret abc', { held })).message).toBe(
      `login=ada&pw=${MASK_TEXT}, s3cret abc`,
    );
  });

  it('S3: masks causes, the facts of a problem and what other errors carry', async () => {
    const secret = 'rt-canary-1234';
    const cause = Object.assign(new TypeError('Invalid URL'), { input: `https://a.example/?t=${secret}` });
    const problem = new Problem('unprocessable', `no ${secret}`, {
      causes: [secret],
      issues: [{ in: 'body', name: 'a', detail: secret }],
      context: { deep: [{ text: secret }] },
      cause,
    });
    const error = await calls({ held: [secret, 'body'], meter: unmetered }, () => Promise.reject(problem)).catch(
      (one: unknown) => one,
    );
    expect(error).toBe(problem);
    expect(error).toMatchObject({ kind: 'unprocessable', extras: { issues: [{ in: 'body' }] } });
    expect(JSON.stringify({ ...problem, m: problem.message, s: problem.stack, i: cause.input })).not.toContain(
      'canary',
    );
  });

  it('S3: masks tokens of an answer in what fails later', async () => {
    const error = await calls({ held: [], meter: unmetered }, async ({ learn }) => {
      learn(['new-token-1', undefined]);
      throw new Error('new-token-1');
    }).catch((one: unknown) => one as Error);
    expect(error.message).toBe(MASK_TEXT);
  });

  it('leaves an answer as it is, and masks the values that are shown', async () => {
    const secret = 'rt-canary-1234';
    const talk = providerCalls(async () => ({ ...answer, text: secret }));
    const seen = await talk({ held: [secret, 'password'], meter: unmetered }, async ({ send, value }) => ({
      text: (await send({ method: 'GET', url: 'https://acme.example' })).text,
      shown: value({ label: `of ${secret}`, size: 3, list: [secret, 'password', null], when: new Date(0) }),
    }));
    expect(seen).toEqual({
      text: secret,
      shown: { label: `of ${MASK_TEXT}`, size: 3, list: [MASK_TEXT, 'password', null], when: new Date(0) },
    });
  });

  it('does not mask what only looks like a secret', async () => {
    const request = { headers: { Accept: 'application/json', 'Idempotency-Key': 'run-12345678' } };
    expect((await thrown('run-12345678 application/json', { request })).message).toBe('run-12345678 application/json');
  });
});
