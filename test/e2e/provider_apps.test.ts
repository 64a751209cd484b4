import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { signIn } from '../support/sign_in.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';
type App = { id: string; clientId: string };

describe('provider apps', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;

  beforeAll(async () => {
    [sandbox, platform] = await Promise.all([startSandbox({ records: 3 }), startTestPlatform()]);
    builder = aBuilder(platform);
    sandbox.control.addRedirectUri(`${platform.origin}/callbacks/v1/oauth`);
  });

  afterAll(async () => {
    await platform.stop();
    await sandbox.stop();
  });

  async function anApp(fields: Record<string, unknown>): Promise<App> {
    const app = { provider: 'github', clientSecret: 'secret-of-the-app', ...fields };
    return succeeded<App>(await builder.call('POST', '/provider-apps', app));
  }
  const update = (id: string, updateMask: string[], providerApp: object) =>
    builder.call('PATCH', `/provider-apps/${id}`, { updateMask, providerApp });

  it('are created, listed and changed without ever showing the secret', async () => {
    const { id } = await anApp({ clientId: 'quiet' });
    const metadata = { authQueryParams: { prompt: ['consent'] } };
    const answers = [
      await update(id, ['clientSecret', 'metadata'], { clientSecret: 'another-secret', metadata }),
      await builder.call('GET', '/provider-apps'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const { text } of answers) expect(text).not.toMatch(/secret/i);
    expect(answers[0]?.body).toMatchObject({ id, clientId: 'quiet', metadata, updateTime: expect.any(String) });
  });

  it('use the new secret from the next sign-in on', async () => {
    const wrong = { provider: 'sandboxOAuth', clientId: 'sandbox-client', clientSecret: 'mistyped' };
    const { id } = await anApp({ ...wrong, scopes: ['crm.read', 'offline_access'] });
    await expect(signIn(builder, sandbox, { groupRef: 'g' })).rejects.toThrow('AUTHORIZATION_FAILED');
    succeeded(await update(id, ['clientSecret'], { clientSecret: 'sandbox-secret' }));
    await expect(signIn(builder, sandbox, { groupRef: 'g' })).resolves.toEqual(expect.any(String));
    const moved = await update(id, ['provider'], { provider: 'github' });
    expect([moved.status, moved.body['detail']]).toEqual([409, expect.stringContaining('connection')]);
    expect((await builder.call('DELETE', `/provider-apps/${id}`)).status).toBe(409);
  });

  it.each<[string, string[], object]>([
    ['no mask', [], { clientId: 'x' }],
    ['an unknown key', ['clientId'], { clientId: 'x', secret: 'y' }],
    ['L8: an unknown key of the metadata', ['metadata'], { metadata: { authQueryParam: { prompt: ['consent'] } } }],
  ])('refuse %s', async (_what, updateMask, providerApp) => {
    const { id } = await anApp({ clientId: `refuses ${_what}` });
    expect((await update(id, updateMask, providerApp)).status).toBe(400);
  });

  it('of HubSpot need scopes, when they are created and when they change', async () => {
    const app = { provider: 'hubspot', clientId: 'h', clientSecret: 's' };
    expect((await builder.call('POST', '/provider-apps', app)).status).toBe(422);
    const { id } = await anApp({ ...app, scopes: ['oauth'] });
    expect((await update(id, ['scopes'], { scopes: [] })).status).toBe(422);
    const { id: other } = await anApp({ clientId: 'to-hubspot' });
    expect((await update(other, ['provider'], { provider: 'hubspot' })).status).toBe(422);
    expect((await update(other, ['provider'], { provider: 'nowhere' })).status).toBe(422);
  });

  it('are unique by provider and client id', async () => {
    await anApp({ clientId: 'first' });
    const second = await anApp({ clientId: 'second' });
    const body = { provider: 'github', clientId: 'first', clientSecret: 's' };
    expect((await builder.call('POST', '/provider-apps', body)).status).toBe(409);
    expect((await update(second.id, ['clientId'], { clientId: 'first' })).status).toBe(409);
    expect(await builder.get<App[]>('/provider-apps')).toContainEqual(expect.objectContaining({ clientId: 'second' }));
  });

  it('of others answer like missing ones', async () => {
    const { id } = await anApp({ clientId: 'private' });
    const stranger = aBuilder(await addProject(platform, 'stranger'));
    for (const [method, body] of [
      ['PATCH', { updateMask: ['clientId'], providerApp: { clientId: 'x' } }],
      ['DELETE', undefined],
    ] as const) {
      const foreign = await stranger.call(method, `/provider-apps/${id}`, body);
      const absent = await stranger.call(method, `/provider-apps/${ABSENT}`, body);
      expect([foreign.status, foreign.body['detail']]).toEqual([404, absent.body['detail']]);
    }
    expect(await stranger.get('/provider-apps')).toEqual([]);
  });
});
