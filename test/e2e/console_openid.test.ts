import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aVisitor } from '../support/console_visitor.ts';
import { CLIENT, type OidcIssuer, startOidcIssuer } from '../support/oidc_issuer.ts';
import { type Answer, request, startTestPlatform, type TestPlatform } from '../support/platform.ts';

const ADA = { sub: 'ada', email: 'Ada@Example.com', email_verified: true, given_name: 'Ada', family_name: 'Lovelace' };

describe('the sign-in to the console at an OpenID Connect issuer', () => {
  let issuer: OidcIssuer;
  let platform: TestPlatform;
  beforeAll(async () => {
    issuer = await startOidcIssuer();
    platform = await startTestPlatform({
      CAUSEWAY_IDENTITY_OIDC_ISSUER: issuer.issuer,
      CAUSEWAY_IDENTITY_OIDC_AUDIENCES: CLIENT,
      CAUSEWAY_IDENTITY_OIDC_CLIENT_ID: CLIENT,
      CAUSEWAY_IDENTITY_OIDC_COOLDOWN_MS: '300',
    });
    issuer.allowRedirect(`${platform.origin}/console/sign-in/callback`);
    issuer.knows(ADA);
  });
  afterAll(async () => {
    await platform.stop();
    await issuer.down();
  });

  const get = (path: string, cookie = '') =>
    request(platform.origin, 'GET', path, { headers: cookie ? { cookie } : {} });
  const cookieIn = ({ headers }: Answer) => headers.getSetCookie().map((set) => set.split(';')[0] ?? '');
  const locationOf = ({ headers }: Answer) => headers.get('location') ?? '';

  /** Goes to the issuer's page, where this person is signed in at once; returns our callback's path. */
  async function toIssuer(): Promise<{ callback: URL; cookie: string; page: URL }> {
    const started = await get('/console/sign-in/start');
    expect(started.status).toBe(303);
    const page = new URL(locationOf(started));
    page.searchParams.set('login_hint', 'ada');
    page.searchParams.set('auto', '1');
    const answer = await fetch(page, { redirect: 'manual' });
    return { page, callback: new URL(answer.headers.get('location') ?? ''), cookie: cookieIn(started).join('; ') };
  }
  const pathOf = ({ pathname, search }: URL) => pathname + search;

  it('is offered by its host', async () => {
    const { body } = await aVisitor(platform).post('/console/session/options');
    expect(body).toEqual({ issuer: issuer.issuer });
  });

  it('uses PKCE, a state and a nonce, which only the browser that started has', async () => {
    const { page, cookie } = await toIssuer();
    const query = Object.fromEntries(page.searchParams);
    expect(query).toMatchObject({ response_type: 'code', client_id: CLIENT, code_challenge_method: 'S256' });
    expect(query['redirect_uri']).toBe(`${platform.origin}/console/sign-in/callback`);
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name]?.length).toBeGreaterThan(40);
    expect(cookie).toMatch(/^causeway-openid=/);
  });

  it('signs the person in: the console knows them', async () => {
    const { callback, cookie } = await toIssuer();
    const done = await get(pathOf(callback), cookie);
    expect([done.status, locationOf(done)]).toEqual([303, `${platform.origin}/console`]);
    const visitor = aVisitor(platform);
    for (const pair of cookieIn(done)) {
      const [name = '', value = ''] = pair.split('=');
      if (value) visitor.cookies.set(name, value);
    }
    const { body } = await visitor.post('/console/session');
    expect(body).toMatchObject({ builder: { fullName: 'Ada Lovelace', email: 'ada@example.com' } });
  });

  it('refuses a code in a browser that did not start it, and a code that was used', async () => {
    const { callback, cookie } = await toIssuer();
    const other = await toIssuer();
    for (const sent of ['', other.cookie]) {
      const answer = await get(pathOf(callback), sent);
      expect([answer.status, answer.type]).toEqual([401, 'text/html; charset=utf-8']);
      expect(answer.text).toContain('was not started in this browser');
      expect(cookieIn(answer)).toEqual([]);
    }
    expect((await get(pathOf(callback), cookie)).status).toBe(303);
    const again = await get(pathOf(callback), cookie);
    expect([again.status, again.text]).toEqual([401, expect.stringContaining('did not accept this sign-in')]);
  });

  it('says so when the issuer is down', async () => {
    const { callback, cookie } = await toIssuer();
    await issuer.down();
    try {
      const answer = await get(pathOf(callback), cookie);
      expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('does not answer')]);
    } finally {
      await issuer.up();
    }
  });
});

describe('a platform without an issuer', () => {
  it('offers no such sign-in, and explains what to set', async () => {
    const platform = await startTestPlatform();
    try {
      expect((await aVisitor(platform).post('/console/session/options')).body).toEqual({ issuer: '' });
      const answer = await request(platform.origin, 'GET', '/console/sign-in/start');
      expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('CAUSEWAY_IDENTITY_OIDC_CLIENT_ID')]);
    } finally {
      await platform.stop();
    }
  });
});
