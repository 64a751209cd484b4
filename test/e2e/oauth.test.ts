import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { addApiKey } from '../support/credentials.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { callbackUrl, openCallback, signIn, signInPage, signInUrl } from '../support/sign_in.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const EVENTS = [
  'connection.created',
  'connection.updated',
  'connection.error',
  'connection.refreshed',
  'read.triggered.error',
];
const APP = {
  provider: 'sandboxOAuth',
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  scopes: ['crm.read', 'offline_access'],
};

type Connection = { id: string; status: string };
type ConnectionNews = { data: { connectionId: string; errors?: string[] } };

describe('connecting by OAuth', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let integrationId: string;

  beforeAll(async () => {
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ records: 500 }),
      startReceiver(),
      startTestPlatform({ CAUSEWAY_INSTALLATION_REFRESH_ROUND_MS: '500' }),
    ]);
    builder = aBuilder(platform);
    sandbox.control.addRedirectUri(`${platform.origin}/callbacks/v1/oauth`);
    await builder.routeEvents('connections', await builder.addDestination('main', receiver), EVENTS);
    integrationId = await builder.deploy({
      name: 'crm',
      provider: 'sandboxOAuth',
      read: { objects: [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await sandbox.stop();
  });

  const connectionsOf = (groupRef: string) => builder.get<Connection[]>(`/connections?groupRef=${groupRef}`);
  const newsOf = (type: string, id: string) =>
    (receiver.notifications(type) as ConnectionNews[]).filter(({ data }) => data.connectionId === id);
  const refreshes = () => sandbox.control.stats().tokenGrants['refresh_token'] ?? 0;

  it('needs a provider app first', async () => {
    await expect(signInUrl(builder, sandbox, { groupRef: 'early' })).rejects.toThrow(/422.*provider app/s);
  });

  it('registers a provider app without ever showing its secret', async () => {
    const created = await builder.call('POST', '/provider-apps', { ...APP, externalRef: 'mine' });
    expect(created).toMatchObject({
      status: 200,
      body: { provider: 'sandboxOAuth', clientId: 'sandbox-client', externalRef: 'mine', scopes: APP.scopes },
    });
    const listed = await builder.call('GET', '/provider-apps');
    for (const { text } of [created, listed]) expect(text).not.toContain('sandbox-secret');
  });

  it('refuses a provider without a sign-in page, and an unknown project, group or app', async () => {
    await expect(signInUrl(builder, sandbox, { groupRef: 'g', provider: 'sandbox' })).rejects.toThrow('422');
    await expect(signInUrl(builder, sandbox, { groupRef: 'g', provider: 'nowhere' })).rejects.toThrow('422');
    await expect(signInUrl(builder, sandbox, { groupRef: 'g', projectIdOrName: 'other' })).rejects.toThrow('404');
    await expect(signInUrl(builder, sandbox, { groupRef: '' })).rejects.toThrow('400');
    await expect(
      signInUrl(builder, sandbox, { groupRef: 'g', providerAppId: '01900000-0000-7000-8000-000000000000' }),
    ).rejects.toThrow('404');
  });

  it('redirects the customer to the provider with client, callback, state and PKCE challenge, and no secret', async () => {
    const url = await signInUrl(builder, sandbox, { groupRef: 'g' });
    expect(url.origin + url.pathname).toBe(`${sandbox.url}/oidc/auth`);
    const { state, code_challenge: challenge, ...others } = Object.fromEntries(url.searchParams);
    expect(others).toMatchObject({
      client_id: 'sandbox-client',
      response_type: 'code',
      redirect_uri: `${platform.origin}/callbacks/v1/oauth`,
      scope: 'crm.read offline_access',
      code_challenge_method: 'S256',
    });
    expect([state?.length ?? 0, challenge?.length ?? 0].every((length) => length >= 43)).toBe(true);
    expect(url.href).not.toContain('sandbox-secret');
    const second = await signInUrl(builder, sandbox, {
      groupRef: 'g',
      projectIdOrName: undefined,
      projectId: platform.ready.project.id,
    });
    expect(second.searchParams.get('state')).not.toBe(state);
  });

  it('creates the connection and notifies the window that opened the page', async () => {
    const page = await openCallback(
      await callbackUrl(await signInUrl(builder, sandbox, { groupRef: 'acme', groupName: 'Acme' })),
    );
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    expect(page.message).toEqual({ eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: expect.any(String) } });
    const id = page.message.data.connection ?? '';
    expect(await builder.get(`/connections/${id}`)).toMatchObject({
      provider: 'sandboxOAuth',
      authScheme: 'oauth2/authorizationCodePKCE',
      status: 'created',
      group: { groupRef: 'acme', groupName: 'Acme' },
      providerApp: { clientId: 'sandbox-client' },
    });
    await eventually(async () => expect(newsOf('connection.created', id)).toHaveLength(1));
  });

  it('S5: refuses a sign-in that another browser finishes, before the code is exchanged', async () => {
    const before = sandbox.control.stats().tokenGrants['authorization_code'] ?? 0;
    for (const cookie of ['', 'causeway-sign-in-0123456789ab=of-another-sign-in']) {
      const url = await callbackUrl(await signInUrl(builder, sandbox, { groupRef: 'attacker' }));
      const page = await openCallback(url, cookie);
      expect(page.message).toMatchObject({ eventType: 'AUTHORIZATION_FAILED' });
      expect(page.html).toContain('This browser did not start the sign-in');
      expect((await openCallback(url)).message.data.error).toContain('already used');
    }
    expect(await connectionsOf('attacker')).toEqual([]);
    expect(sandbox.control.stats().tokenGrants['authorization_code'] ?? 0).toBe(before);
  });

  it('S5: reveals the address of the provider only to a browser whose person pressed Continue on our page', async () => {
    const page = await signInPage(builder, sandbox, { groupRef: 'acme', groupName: 'Acme & Sons' });
    expect(page.origin + page.pathname).toBe(`${platform.origin}/connect/sign-in`);
    const shown = await fetch(page);
    const html = await shown.text();
    expect(html).toContain('Acme &amp; Sons');
    expect(html).not.toContain('/oidc/auth');
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const [cookie = ''] = shown.headers.getSetCookie();
    expect(cookie).toMatch(/^causeway-sign-in-\w{12}=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const press = (headers: Record<string, string>) => fetch(page, { method: 'POST', headers, redirect: 'manual' });
    const own = { origin: platform.origin, cookie: cookie.split(';')[0] ?? '' };
    expect((await press({ ...own, origin: 'https://evil.example' })).status).toBe(403);
    expect((await press({ ...own, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await press({ cookie: own.cookie })).status).toBe(403);
    expect((await press({ origin: platform.origin })).status).toBe(400);
    const gone = await press(own);
    expect([gone.status, gone.headers.get('location')]).toEqual([303, expect.stringContaining('/oidc/auth')]);
    const other = await press({ ...own, cookie: own.cookie.replace(/=.+/, `=${'x'.repeat(43)}`) });
    expect([other.status, await other.text()]).toEqual([409, expect.stringContaining('another browser')]);
    const unknown = await fetch(`${platform.origin}/connect/sign-in?session=guessed`);
    expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('has expired')]);
  });

  it('S5: tells the result to the origins that the project allows, and goes back only to one of them', async () => {
    const origins = (allowedOrigins: string[]) =>
      builder.call('PATCH', '', { updateMask: ['allowedOrigins'], project: { allowedOrigins } });
    const app = 'https://app.example.com';
    const back = { returnUrl: `${app}/done?tab=crm` };
    succeeded(await origins([]));
    await expect(signInUrl(builder, sandbox, { groupRef: 'told', ...back })).rejects.toThrow(/422.*allowedOrigins/s);
    const toOwn = await openCallback(await callbackUrl(await signInUrl(builder, sandbox, { groupRef: 'told' })));
    expect(toOwn.origins).toEqual([platform.origin]);
    succeeded(await origins([app, 'http://localhost:*']));
    const url = await callbackUrl(await signInUrl(builder, sandbox, { groupRef: 'told', ...back }));
    const page = await openCallback(url);
    expect(page).toMatchObject({ origins: [platform.origin, app], closes: true });
    expect(page.returnUrl).toBe(`${back.returnUrl}&connectionId=${page.message.data.connection}`);
    const refused = await callbackUrl(await signInUrl(builder, sandbox, { groupRef: 'told', ...back }));
    refused.searchParams.set('error', 'access_denied');
    expect((await openCallback(refused)).returnUrl).toBe(`${back.returnUrl}&error=accessDenied`);
    for (const wrong of ['https://app.example.com.evil.example/', 'javascript:alert(1)', `blob:${app}/1`, '/done'])
      await expect(signInUrl(builder, sandbox, { groupRef: 'told', returnUrl: wrong })).rejects.toThrow('422');
  });

  it('S6: lets a restricted frontend key connect, and neither replace nor delete', async () => {
    const restrict = async (restrictFrontendKeys: boolean) =>
      succeeded(
        await builder.call('PATCH', '', {
          updateMask: ['restrictFrontendKeys'],
          project: { restrictFrontendKeys },
        }),
      );
    const key = await addApiKey(platform, ['frontend']);
    const browser = aBuilder({ ...platform, ready: { ...platform.ready, apiKey: key } });
    await restrict(true);
    const id = await signIn(browser, sandbox, { groupRef: 'sealed' });
    await expect(signIn(browser, sandbox, { groupRef: 'sealed' })).rejects.toThrow('already connected');
    const change = { updateMask: ['providerWorkspaceRef'], connection: { providerWorkspaceRef: 'theirs' } };
    const attempts = () => [
      browser.call('PATCH', `/connections/${id}`, change),
      browser.call('PATCH', `/connections/${id}:oauth-update`),
      browser.call('DELETE', `/connections/${id}`),
    ];
    for (const { status, text } of await Promise.all(attempts()))
      expect([status, text]).toEqual([403, expect.stringContaining('restrictFrontendKeys')]);
    expect((await browser.call('GET', `/connections/${id}`)).status).toBe(200);
    expect(await signIn(builder, sandbox, { groupRef: 'sealed' })).toBe(id);
    await restrict(false);
    expect(await signIn(browser, sandbox, { groupRef: 'sealed' })).toBe(id);
    expect((await browser.call('DELETE', `/connections/${id}`)).status).toBe(204);
  });

  it('ignores additional parameters of the provider', async () => {
    const url = await callbackUrl(await signInUrl(builder, sandbox, { groupRef: 'talkative' }));
    for (const [name, value] of [
      ['scope', 'crm.read'],
      ['session_state', 'x'],
      ['authuser', '0'],
      ['realmId', '7'],
      ['realmId', '8'],
    ] as const)
      url.searchParams.append(name, value);
    expect((await openCallback(url)).message.eventType).toBe('AUTHORIZATION_SUCCEEDED');
  });

  it('accepts a state once', async () => {
    const url = await callbackUrl(await signInUrl(builder, sandbox, { groupRef: 'once' }));
    expect((await openCallback(url)).message.eventType).toBe('AUTHORIZATION_SUCCEEDED');
    const again = await openCallback(url);
    expect(again.message).toMatchObject({
      eventType: 'AUTHORIZATION_FAILED',
      data: { error: expect.stringContaining('already used') },
    });
    expect(await connectionsOf('once')).toHaveLength(1);
  });

  it('accepts one of two callbacks with the same state', async () => {
    const url = await callbackUrl(await signInUrl(builder, sandbox, { groupRef: 'race' }));
    const pages = await Promise.all([openCallback(url), openCallback(url), openCallback(url)]);
    expect(pages.filter(({ message }) => message.eventType === 'AUTHORIZATION_SUCCEEDED')).toHaveLength(1);
    expect(await connectionsOf('race')).toHaveLength(1);
  });

  it('refuses an unknown, a missing and an expired state', async () => {
    const good = await callbackUrl(await signInUrl(builder, sandbox, { groupRef: 'late' }));
    const wrong = new URL(good);
    wrong.searchParams.set('state', 'x'.repeat(43));
    const missing = new URL(good);
    missing.searchParams.delete('state');
    for (const url of [wrong, missing])
      expect((await openCallback(url)).message.eventType).toBe('AUTHORIZATION_FAILED');
    const db = openDatabase(platform.databaseUrl('installation'));
    await db('oauth_sessions')
      .where({ group_ref: 'late' })
      .update({ expire_time: Date.now() - 1 });
    await db.destroy();
    expect((await openCallback(good)).message.data.error).toContain('expired');
    expect(await connectionsOf('late')).toEqual([]);
  });

  it('reports that the customer refused, and creates no connection', async () => {
    const url = await signInUrl(builder, sandbox, { groupRef: 'refuses' });
    url.searchParams.set('auto', 'deny');
    const page = await openCallback(await callbackUrl(url));
    expect(page.message).toMatchObject({
      eventType: 'AUTHORIZATION_FAILED',
      data: { error: expect.stringContaining('did not allow') },
    });
    expect(await connectionsOf('refuses')).toEqual([]);
  });

  it('S3: shows no text of the provider', async () => {
    const url = await callbackUrl(await signInUrl(builder, sandbox, { groupRef: 'hostile' }));
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
    url.searchParams.set(
      'error_description',
      `</script><script>alert("x")</script><img src=x onerror='alert(1)'>\u2028`,
    );
    const { html, message } = await openCallback(url);
    expect(message.eventType).toBe('AUTHORIZATION_FAILED');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toMatch(/<img|<script>|onerror='|alert/);
  });

  it('refuses a code that the provider rejects', async () => {
    const url = await callbackUrl(await signInUrl(builder, sandbox, { groupRef: 'forged' }));
    url.searchParams.set('code', 'not-a-code');
    expect((await openCallback(url)).message.eventType).toBe('AUTHORIZATION_FAILED');
    expect(await connectionsOf('forged')).toEqual([]);
  });

  it('gives a connection new credentials when the same consumer signs in again', async () => {
    const id = await signIn(builder, sandbox, { groupRef: 'again' });
    expect(await signIn(builder, sandbox, { groupRef: 'again' })).toBe(id);
    expect(await connectionsOf('again')).toHaveLength(1);
    await eventually(async () => expect(newsOf('connection.updated', id)).toHaveLength(1));
    expect(await signIn(builder, sandbox, { groupRef: 'again', consumerRef: 'somebody-else' })).not.toBe(id);
    expect(await connectionsOf('again')).toHaveLength(2);
  });

  it('uses a refresh token once, with any number of concurrent refreshes', async () => {
    const id = await signIn(builder, sandbox, { groupRef: 'crowd' });
    const before = refreshes();
    sandbox.control.addFault({ kind: 'slow', object: 'token', delayMs: 1_500 });
    const asked = Array.from({ length: 12 }, () =>
      builder.call('GET', `/connections/${id}?refresh=force&includeRefreshToken=true`),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(refreshes() - before).toBe(1);
    const tokens = answers.map(({ body }) => JSON.stringify(body['oauth2AuthorizationCode']));
    expect(new Set(tokens).size).toBe(1);
    await eventually(async () => expect(newsOf('connection.refreshed', id)).toHaveLength(1));
  });

  it('refreshes only expired tokens with ifExpired', async () => {
    const id = await signIn(builder, sandbox, { groupRef: 'fresh' });
    const before = refreshes();
    expect((await builder.call('GET', `/connections/${id}?refresh=ifExpired`)).status).toBe(200);
    expect(refreshes()).toBe(before);
    expect((await builder.call('GET', `/connections/${id}?refresh=sometimes`)).status).toBe(400);
  });

  it('reports a failure of the provider while its token endpoint is down, and keeps the connection', async () => {
    const id = await signIn(builder, sandbox, { groupRef: 'down' });
    sandbox.control.addFault({ kind: '500', object: 'token', times: 1 });
    expect((await builder.call('GET', `/connections/${id}?refresh=force`)).status).toBe(502);
    sandbox.control.clearFaults();
    expect(await builder.get(`/connections/${id}`)).toMatchObject({ status: 'created' });
    expect((await builder.call('GET', `/connections/${id}?refresh=force`)).status).toBe(200);
  });

  it('continues to read when the access token is revoked during a read', async () => {
    await signIn(builder, sandbox, { groupRef: 'taken' });
    await builder.installed(integrationId, 'taken', { contacts: {} }, { provider: 'sandboxOAuth' });
    sandbox.control.addFault({ kind: '401', object: 'contacts', afterPage: 2 });
    const operation = await builder.finished(await builder.trigger(integrationId, 'contacts', 'taken'));
    expect(operation).toMatchObject({ status: 'success', metadata: { progress: { recordsProcessed: 500 } } });
  });

  it('refreshes short-lived rotating tokens during a long read', async () => {
    const brief = await startSandbox({ records: 8_000, accessTokenTtlSeconds: 2 });
    brief.control.addRedirectUri(`${platform.origin}/callbacks/v1/oauth`);
    const id = await signIn(builder, brief, { groupRef: 'brief' });
    await builder.installed(
      integrationId,
      'brief',
      { contacts: {} },
      { provider: 'sandboxOAuth', query: '?skipSampling=true' },
    );
    brief.control.addFault({ kind: 'slow', object: 'contacts', times: 100, delayMs: 400 });
    const operation = await builder.finished(await builder.trigger(integrationId, 'contacts', 'brief'), 25_000);
    expect(operation).toMatchObject({ status: 'success', metadata: { progress: { recordsProcessed: 8_000 } } });
    expect(brief.control.stats().tokenGrants['refresh_token']).toBeGreaterThanOrEqual(2);
    expect(await builder.get(`/connections/${id}`)).not.toMatchObject({ status: 'bad_credentials' });
    expect(newsOf('connection.error', id)).toEqual([]);
    await builder.call('DELETE', `/integrations/${integrationId}/installations/${(await installationOf('brief')).id}`);
    await brief.stop();
  });

  async function installationOf(groupRef: string): Promise<{ id: string; healthStatus: string }> {
    const [found] = await builder.get<{ id: string; healthStatus: string }[]>(`/installations?groupRef=${groupRef}`);
    return found ?? { id: '', healthStatus: '' };
  }

  it('marks a connection whose grant was revoked, reports it once, and recovers when the customer signs in again', async () => {
    const id = await signIn(builder, sandbox, { groupRef: 'revoked' });
    await builder.installed(integrationId, 'revoked', { contacts: {} }, { provider: 'sandboxOAuth' });
    sandbox.control.revoke({ what: 'access' });
    sandbox.control.revoke({ what: 'refresh' });
    const failed = await builder.finished(await builder.trigger(integrationId, 'contacts', 'revoked'));
    expect(failed).toMatchObject({ status: 'failure', result: expect.stringMatching(/credentials/) });
    expect(await builder.get(`/connections/${id}`)).toMatchObject({ status: 'bad_credentials' });
    expect((await installationOf('revoked')).healthStatus).toBe('unhealthy');
    expect(await builder.finished(await builder.trigger(integrationId, 'contacts', 'revoked'))).toMatchObject({
      status: 'failure',
    });
    await eventually(async () => expect(newsOf('connection.error', id)).toHaveLength(1));
    await sleep(700);
    expect(newsOf('connection.error', id)).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ groupRef: 'revoked', errors: [expect.any(String)] }) }),
    ]);
    expect(await signIn(builder, sandbox, { groupRef: 'revoked' })).toBe(id);
    expect(await builder.finished(await builder.trigger(integrationId, 'contacts', 'revoked'))).toMatchObject({
      status: 'success',
    });
    await eventually(async () => expect(await installationOf('revoked')).toMatchObject({ healthStatus: 'healthy' }));
    await eventually(async () => expect(await builder.get(`/connections/${id}`)).toMatchObject({ status: 'working' }));
  });

  it('deletes an unused provider app, and refuses to delete a used one', async () => {
    const [used] = await builder.get<{ id: string }[]>('/provider-apps');
    expect((await builder.call('DELETE', `/provider-apps/${used?.id}`)).status).toBe(409);
    const { id } = succeeded<{ id: string }>(
      await builder.call('POST', '/provider-apps', { ...APP, provider: 'github', clientId: 'other' }),
    );
    expect((await builder.call('DELETE', `/provider-apps/${id}`)).status).toBe(204);
    expect((await builder.call('DELETE', `/provider-apps/${id}`)).status).toBe(404);
  });
});
