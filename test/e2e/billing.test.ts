import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { succeeded } from '../support/builder.ts';
import { addApiKey } from '../support/credentials.ts';
import { aPerson, type Person, theKey, theOwner } from '../support/people.ts';
import { request, startOwnPlatform, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { startSentinel } from '../support/sentinel.ts';
import { type StripeServer, startStripeServer } from '../support/stripe_server.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';
const BACK = 'https://app.example.com/settings/billing?tab=1';

const openSession = (person: Pick<Person, 'send'>, accountId: string, body: unknown) =>
  person.send('POST', `/billingAccounts/${accountId}/portalSession`, body);

describe('billing sessions on our own page', () => {
  let platform: TestPlatform;
  let owner: Pick<Person, 'send'>;
  let accountId: string;
  beforeAll(async () => {
    platform = await startOwnPlatform();
    owner = theOwner(platform);
    accountId = platform.ready.billingAccountId;
  });
  afterAll(() => platform.stop());

  const session = async (body: object = { redirectUrl: BACK }) =>
    succeeded<{ url: string }>(await openSession(owner, accountId, body)).url;
  const page = (url: string) => request(platform.origin, 'GET', url.slice(platform.origin.length));

  it('show the account and link back, and load nothing else', async () => {
    const { body: account } = await owner.send('GET', `/orgs/${platform.ready.orgId}/billingAccount`);
    expect(account).toEqual({
      id: accountId,
      displayName: 'Demo',
      billingProvider: 'causeway',
      billingProviderRef: platform.ready.orgId,
      createTime: expect.any(String),
    });
    const { status, type, headers, text } = await page(await session());
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(accountId);
    expect(text).toContain('<h1>Demo</h1>');
    expect(text).toContain('href="https://app.example.com/settings/billing?tab=1"');
    expect(text).toContain('Powered by Causeway');
    expect(text).not.toMatch(/<script|<img|src=|<link/);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('can be opened by a key and by an owner', async () => {
    const answer = await openSession(theKey(platform), accountId, { redirectUrl: BACK });
    expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['url']]);
    const frontend = await addApiKey(platform, ['frontend']);
    const path = `/v1/billingAccounts/${accountId}/portalSession`;
    const headers = { 'x-api-key': frontend, 'content-type': 'application/json' };
    const body = JSON.stringify({ redirectUrl: BACK });
    expect((await request(platform.origin, 'POST', path, { headers, body })).status).toBe(403);
    const member = await aPerson(platform, 'member@example.com');
    await owner.send('POST', `/orgs/${platform.ready.orgId}/memberships`, {
      builderId: member.builderId,
      role: 'admin',
    });
    expect((await openSession(member, accountId, { redirectUrl: BACK })).status).toBe(403);
  });

  it('cannot be changed or forged', async () => {
    const url = await session();
    const token = url.slice(url.lastIndexOf('/') + 1);
    const [payload = '', signature = ''] = token.split('.');
    const base = url.slice(0, url.lastIndexOf('/') + 1);
    const evil = [platform.ready.orgId, accountId, 'https://evil.example/', Date.now() + 1e9];
    const forged = [
      `${Buffer.from(JSON.stringify(evil)).toString('base64url')}.${signature}`,
      `${payload}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
      `${payload}.`,
      payload,
      `${token}.x`,
      'x',
      'a.b',
    ];
    for (const one of forged) {
      const answer = await page(base + one);
      expect([one, answer.status, answer.type]).toEqual([one, 404, 'application/problem+json']);
    }
    expect((await page(url)).status).toBe(200);
  });

  it('last as long as requested, at most a day', async () => {
    for (const timeout of [0, -1, 86_401, 1.5, '60', null])
      expect([timeout, (await openSession(owner, accountId, { redirectUrl: BACK, timeout })).status]).toEqual([
        timeout,
        400,
      ]);
    const until = async (body: object) => {
      const text = /open until ([^.]+\.\d+Z)/.exec((await page(await session(body))).text)?.[1] ?? '';
      return Math.round((Date.parse(text) - Date.now()) / 1_000);
    };
    for (const [timeout, body] of [
      [60, { timeout: 60 }],
      [86_400, { timeout: 86_400 }],
      [3_600, {}],
    ] as const) {
      const left = await until({ redirectUrl: BACK, ...body });
      expect(left).toBeLessThanOrEqual(timeout);
      expect(left).toBeGreaterThan(timeout - 20);
    }
  });

  it('return to an absolute http(s) URL, and to nothing that only looks like one', async () => {
    const bad = [
      'javascript:alert(1)',
      'data:text/html,x',
      '/billing',
      '//app.example.com/',
      'app.example.com',
      'ftp://app.example.com/',
      'https:app.example.com',
      'https:///app.example.com',
      'https://',
      'https://user@app.example.com/',
      'https://user:pass@app.example.com/',
      'https://app.example.com\\@evil.example/',
      'https://app.example.com/a b',
      'https://app.example.com/\n',
      ' https://app.example.com/',
      'https://app.example.com:99999/',
      `https://app.example.com/${'x'.repeat(2_048)}`,
      '',
    ];
    for (const redirectUrl of bad)
      expect([redirectUrl, (await openSession(owner, accountId, { redirectUrl })).status]).toEqual([redirectUrl, 400]);
    expect((await openSession(owner, accountId, {})).status).toBe(400);
    const { text } = await page(await session({ redirectUrl: `https://app.example.com/?a=1&b="'<script>` }));
    expect(text).not.toContain('<script');
    expect(text).toContain('https://app.example.com/?a=1&amp;b=%22');
  });

  it('never call their return URL', async () => {
    const sentinel = await startSentinel('127.0.0.1');
    await page(await session({ redirectUrl: sentinel.origin }));
    expect(sentinel.accepts()).toBe(0);
    await sentinel.close();
  });

  it('are not opened for a missing account or one of another org', async () => {
    const rival = await aPerson(platform, 'rival@rival.example');
    succeeded(await rival.send('POST', '/orgs', { label: 'Rival' }));
    for (const person of [rival, await aPerson(platform, 'nobody@nowhere.example')]) {
      const foreign = await openSession(person, accountId, { redirectUrl: BACK });
      const absent = await openSession(person, ABSENT, { redirectUrl: BACK });
      expect([foreign.status, foreign.body['detail']]).toEqual([404, absent.body['detail']]);
    }
  });
});

describe('billing sessions with settings', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform({
      CAUSEWAY_IDENTITY_REDIRECT_ORIGINS: 'https://app.example.com, http://localhost:3000/',
      CAUSEWAY_BRANDING_REMOVAL: '1',
    });
  });
  afterAll(() => platform.stop());

  const open = (redirectUrl: string) =>
    openSession(theOwner(platform), platform.ready.billingAccountId, { redirectUrl });

  it('return to the allowed origins only', async () => {
    for (const url of ['https://app.example.com/x', 'https://APP.example.com', 'http://localhost:3000/back'])
      expect([url, (await open(url)).status]).toEqual([url, 200]);
    for (const url of [
      'http://app.example.com/x',
      'https://app.example.com:444/x',
      'https://app.example.com.evil.example/',
      'https://evil.example/https://app.example.com/',
      'http://localhost:3001/',
    ])
      expect([url, (await open(url)).status]).toEqual([url, 422]);
  });

  it('omit the branding when it is switched off', async () => {
    const { url } = succeeded<{ url: string }>(await open('https://app.example.com/'));
    const { status, text } = await request(platform.origin, 'GET', url.slice(platform.origin.length));
    expect([status, text.includes('Powered by')]).toEqual([200, false]);
    const { body } = await theOwner(platform).send('GET', '/projects/demo?includeEntitlements=true');
    expect(body['entitlements']).toMatchObject({ brandingRemoval: { value: true } });
  });
});

describe('billing sessions in a Stripe portal', () => {
  const KEY = 'sk_test_billing_suite';
  let platform: TestPlatform;
  let stripe: StripeServer;
  let accountId: string;
  beforeAll(async () => {
    stripe = await startStripeServer(KEY);
    platform = await startTestPlatform({
      CAUSEWAY_IDENTITY_BILLING: 'stripe',
      CAUSEWAY_IDENTITY_STRIPE_KEY: KEY,
      CAUSEWAY_IDENTITY_STRIPE_URL: stripe.url,
    });
    accountId = platform.ready.billingAccountId;
  });
  afterAll(async () => {
    await platform.stop();
    await stripe.stop();
  });

  const open = () => openSession(theOwner(platform), accountId, { redirectUrl: BACK });
  const made = (path: string) => stripe.calls.filter((call) => call.path === path);

  it('create the customer of an account once, also with concurrent first sessions', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, open));
    for (const { status, body } of answers)
      expect([status, body['url']]).toEqual([200, expect.stringMatching(/^https:\/\/billing\.stripe\.example\//)]);
    const [customer] = made('/v1/customers');
    expect(Object.fromEntries(customer?.form ?? [])).toEqual({
      name: 'Demo',
      'metadata[causeway_billing_account]': accountId,
    });
    const sessions = made('/v1/billing_portal/sessions');
    expect(new Set(sessions.map(({ form }) => form.get('customer')))).toEqual(new Set(['cus_1']));
    expect(sessions[0]?.form.get('return_url')).toBe(BACK);
    const before = made('/v1/customers').length;
    expect((await open()).status).toBe(200);
    expect(made('/v1/customers')).toHaveLength(before);
    const { body } = await theOwner(platform).send('GET', `/orgs/${platform.ready.orgId}/billingAccount`);
    expect(body).toMatchObject({ billingProvider: 'stripe', billingProviderRef: 'cus_1' });
  });

  it('do not call the provider when the return URL is invalid', async () => {
    const before = stripe.calls.length;
    expect((await openSession(theOwner(platform), accountId, { redirectUrl: 'javascript:1' })).status).toBe(400);
    expect((await openSession(theOwner(platform), ABSENT, { redirectUrl: BACK })).status).toBe(404);
    expect(stripe.calls).toHaveLength(before);
  });

  it('report that the provider failed, without its details', async () => {
    stripe.fail(500);
    const { status, body, text } = await open();
    expect([status, body['retryable']]).toEqual([502, true]);
    expect(text).not.toContain('today');
    stripe.fail(0);
    expect((await open()).status).toBe(200);
    expect(platform.log()).not.toContain(KEY);
  });
});
