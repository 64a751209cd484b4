import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import type { TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { callbackUrl, openCallback, pressContinue, signIn, signInUrl } from '../support/sign_in.ts';
import { type Stage, startStage } from '../support/stage.ts';
import type { Receiver } from '../support/webhook_receiver.ts';

type News = { data: { connectionId: string } };
type Tokens = { oauth2AuthorizationCode: { accessToken: { token: string } } };

describe('oauthUpdate', () => {
  let stage: Stage;
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;

  beforeAll(async () => {
    stage = await startStage({ records: 3 });
    ({ platform, builder, sandbox, receiver } = stage);
    sandbox.control.addRedirectUri(`${platform.origin}/callbacks/v1/oauth`);
    await builder.routeEvents('news', stage.destinationId, ['connection.updated']);
    const app = { provider: 'sandboxOAuth', clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
    succeeded(await builder.call('POST', '/provider-apps', { ...app, scopes: ['crm.read', 'offline_access'] }));
  });

  afterAll(() => stage.stop());

  /** The address for signing in again, as a given person of the sandbox. */
  async function again(id: string, person = 'sandbox-person'): Promise<URL> {
    const answer = await builder.call('PATCH', `/connections/${id}:oauth-update`);
    if (answer.status !== 200) throw new Error(`Answered ${answer.status}: ${answer.text}`);
    expect(answer.type).toContain('text/plain');
    const url = await pressContinue(new URL(answer.text));
    url.searchParams.set('login_hint', person);
    return url;
  }
  const tokenOf = async (id: string) =>
    (await builder.get<Tokens>(`/connections/${id}?includeCreds=true`)).oauth2AuthorizationCode.accessToken.token;
  const newsOf = (id: string) =>
    (receiver.notifications('connection.updated') as News[]).filter(({ data }) => data.connectionId === id);

  it('gives the same connection new tokens and resets its status', async () => {
    const id = await signIn(builder, sandbox, { groupRef: 'acme', groupName: 'Acme', consumerRef: 'ada' });
    const before = await tokenOf(id);
    const page = await openCallback(await callbackUrl(await again(id)));
    expect(page.message).toEqual({ eventType: 'AUTHORIZATION_SUCCEEDED', data: { connection: id } });
    expect(await tokenOf(id)).not.toBe(before);
    expect(await builder.get(`/connections/${id}`)).toMatchObject({
      status: 'created',
      group: { groupRef: 'acme', groupName: 'Acme' },
      consumer: { consumerRef: 'ada' },
      providerWorkspaceRef: 'sandbox-person',
      updateTime: expect.any(String),
    });
    expect(await builder.get('/connections?groupRef=acme')).toHaveLength(1);
    await eventually(async () => expect(newsOf(id)).toHaveLength(1));
  });

  it('restores a connection whose grant was revoked', async () => {
    const id = await signIn(builder, sandbox, { groupRef: 'revoked' });
    sandbox.control.revoke({ what: 'access' });
    sandbox.control.revoke({ what: 'refresh' });
    expect((await builder.call('GET', `/connections/${id}?refresh=force`)).status).toBe(422);
    expect(await builder.get(`/connections/${id}`)).toMatchObject({ status: 'bad_credentials' });
    await openCallback(await callbackUrl(await again(id)));
    expect(await builder.get(`/connections/${id}`)).toMatchObject({ status: 'created' });
    expect((await builder.call('GET', `/connections/${id}?refresh=force`)).status).toBe(200);
  });

  it('refuses a connection that was not created on a sign-in page', async () => {
    const { id } = await builder.connect(sandbox, 'by-key');
    expect((await builder.call('PATCH', `/connections/${id}:oauth-update`)).status).toBe(422);
    expect((await builder.call('PATCH', `/connections/${id}:oauth-update`, {})).status).toBe(400);
  });

  it('answers for a connection of another tenant like for a missing one', async () => {
    const id = await signIn(builder, sandbox, { groupRef: 'secret' });
    const stranger = aBuilder(await addProject(platform, 'stranger'));
    const foreign = await stranger.call('PATCH', `/connections/${id}:oauth-update`);
    const absent = await stranger.call('PATCH', '/connections/01900000-0000-7000-8000-000000000000:oauth-update');
    expect([foreign.status, foreign.body['detail']]).toEqual([404, absent.body['detail']]);
  });

  it.each([
    ['from another server', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['without an issuer', (url: URL) => url.searchParams.delete('iss')],
  ])('refuses an answer %s', async (_what, change) => {
    const url = await callbackUrl(await signInUrl(builder, sandbox, { groupRef: 'mixed-up' }));
    expect(url.searchParams.get('iss')).toBe(`${sandbox.url}/oidc`);
    change(url);
    expect((await openCallback(url)).message).toMatchObject({
      eventType: 'AUTHORIZATION_FAILED',
      data: { error: expect.stringContaining('not from the expected provider') },
    });
    expect(await builder.get('/connections?groupRef=mixed-up')).toEqual([]);
  });
});
