import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { addApiKey } from '../support/credentials.ts';
import { aSigner } from '../support/customers.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, request, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

type News = { data: { connectionId: string } };

describe('updateConnection', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let other: Sandbox;
  let receiver: Receiver;

  beforeAll(async () => {
    [sandbox, other, receiver, platform] = await Promise.all([
      startSandbox({ records: 3, basic: 'sandbox:new-password' }),
      startSandbox({ records: 5 }),
      startReceiver(),
      startTestPlatform(),
    ]);
    builder = aBuilder(platform);
    await builder.routeEvents('news', await builder.addDestination('main', receiver), ['connection.updated']);
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await Promise.all([sandbox.stop(), other.stop()]);
  });

  const update = (id: string, updateMask: string[], connection: object): Promise<Answer> =>
    builder.call('PATCH', `/connections/${id}`, { updateMask, connection });
  const newsOf = (id: string) =>
    (receiver.notifications('connection.updated') as News[]).filter(({ data }) => data.connectionId === id);

  /** Connects with a key that the provider accepts no more, or not yet; returns the connection's id. */
  async function unchecked(groupRef: string, apiKey: string): Promise<string> {
    sandbox.control.addFault({ kind: '500', object: 'contacts' });
    const { id, isVerified } = await builder.connect(sandbox, groupRef, { apiKey });
    expect(isVerified).toBe(false);
    return id;
  }

  it('replaces an API key, reports it once, and changes nothing outside the mask', async () => {
    const id = await unchecked('keys', 'the-old-one');
    const answer = await update(id, ['apiKey'], { apiKey: 'sandbox-key', providerWorkspaceRef: 'not-masked' });
    expect(answer).toMatchObject({
      status: 200,
      body: { id, status: 'working', isVerified: true, updateTime: expect.any(String) },
    });
    expect(answer.body).not.toHaveProperty('providerWorkspaceRef');
    expect(answer.text).not.toContain('sandbox-key');
    expect(await builder.get(`/connections/${id}?includeCreds=true`)).toMatchObject({ apiKey: 'sandbox-key' });
    await eventually(async () => expect(newsOf(id)).toHaveLength(1));
  });

  it('is not needed for a key that the provider refuses once; the read continues with it', async () => {
    const { id } = await builder.connect(sandbox, 'stray');
    const integrationId = await reading('stray-in');
    await builder.installed(integrationId, 'stray', { contacts: {} }, { query: '?skipSampling=true' });
    sandbox.control.addFault({ kind: '401', object: 'contacts' });
    const operation = await builder.finished(await builder.trigger(integrationId, 'contacts', 'stray'));
    expect(operation).toMatchObject({ status: 'success' });
    expect(sandbox.control.stats().faults).toEqual([]);
    const lines = (await builder.logs(operation.id)).map(({ message }) => message.error ?? '');
    expect(lines.filter((line) => line.includes('count as bad only if'))).toHaveLength(1);
    await eventually(async () => expect(await builder.get(`/connections/${id}`)).toMatchObject({ status: 'working' }));
  });

  it('restores a connection that was marked bad, for the very next read', async () => {
    const id = await unchecked('heals', 'wrong');
    const integrationId = await reading('heals-in');
    await builder.installed(integrationId, 'heals', { contacts: {} }, { query: '?skipSampling=true' });
    expect(await builder.finished(await builder.trigger(integrationId, 'contacts', 'heals'))).toMatchObject({
      status: 'failure',
    });
    expect(await builder.get(`/connections/${id}`)).toMatchObject({ status: 'bad_credentials' });
    succeeded(await update(id, ['apiKey'], { apiKey: 'sandbox-key' }));
    expect(await builder.get(`/connections/${id}`)).toMatchObject({ status: 'working' });
    expect(await builder.finished(await builder.trigger(integrationId, 'contacts', 'heals'))).toMatchObject({
      status: 'success',
    });
  });

  it('makes reads use new credentials at once, even if the old ones still work', async () => {
    const { id } = await builder.connect(sandbox, 'moves');
    const integrationId = await reading('moves-in');
    await builder.installed(integrationId, 'moves', { contacts: {} }, { query: '?skipSampling=true' });
    const read = async () => builder.finished(await builder.trigger(integrationId, 'contacts', 'moves'));
    expect(await read()).toMatchObject({ metadata: { progress: { recordsProcessed: 3 } } });
    const providerMetadata = { baseUrl: { value: other.url, source: 'input' } };
    expect(await update(id, ['providerMetadata'], { providerMetadata })).toMatchObject({ body: { providerMetadata } });
    await eventually(async () =>
      expect(await read()).toMatchObject({ metadata: { progress: { recordsProcessed: 5 } } }),
    );
  });

  async function reading(name: string): Promise<string> {
    const objects = [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }];
    return builder.deploy({ name, read: { objects } });
  }

  it('verifies new credentials with the provider first, and keeps the old ones when they are refused', async () => {
    const connection = { provider: 'sandboxBasic', basicAuth: { username: 'sandbox', password: 'new-password' } };
    const { id } = await builder.connect(sandbox, 'basic', connection);
    const refused = await update(id, ['basicAuth'], { basicAuth: { username: 'sandbox', password: 'guessed' } });
    expect(refused.status).toBe(422);
    expect(refused.text).not.toContain('guessed');
    const kept = await update(id, ['basicAuth'], { basicAuth: { username: 'sandbox', password: 'new-password' } });
    expect(kept.status).toBe(200);
    await eventually(async () => expect(newsOf(id)).toHaveLength(1));
  });

  it('changes nothing when the provider does not answer', async () => {
    const client = { clientId: 'sandbox-client', clientSecret: 'sandbox-secret', scopes: ['crm.read'] };
    const made = { provider: 'sandboxClient', oauth2ClientCredentials: client };
    const { id } = await builder.connect(sandbox, 'away', made);
    const before = await tokenOf(id);
    const unavailable = { providerMetadata: { baseUrl: 'http://127.0.0.1:9' }, oauth2ClientCredentials: client };
    expect((await update(id, ['providerMetadata', 'oauth2ClientCredentials'], unavailable)).status).toBe(502);
    expect(await tokenOf(id)).toBe(before);
    const fresh = { ...made, groupRef: 'away-2', consumerRef: 'c', providerMetadata: unavailable.providerMetadata };
    expect((await builder.call('POST', '/connections:generate', fresh)).status).toBe(502);
  });

  async function tokenOf(id: string): Promise<string> {
    type WithToken = { oauth2AuthorizationCode: { accessToken: { token: string } } };
    const shown = await builder.get<WithToken>(`/connections/${id}?includeCreds=true`);
    return shown.oauth2AuthorizationCode.accessToken.token;
  }

  it.each<[string, string[], object]>([['no mask', [], { apiKey: 'k' }]])(
    'refuses %s',
    async (_what, updateMask, connection) => {
      const { id } = await builder.connect(sandbox, 'refused');
      expect((await update(id, updateMask, connection)).status).toBe(400);
      expect(await builder.get(`/connections/${id}?includeCreds=true`)).toMatchObject({ apiKey: 'sandbox-key' });
    },
  );

  describe('by a credential that may not read credentials', () => {
    const move = (id: string, headers: Record<string, string>, more: object = {}) => {
      const connection = { providerMetadata: { baseUrl: other.url }, ...more };
      return request(platform.origin, 'PATCH', `/v1/projects/${builder.projectName}/connections/${id}`, {
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ updateMask: Object.keys(connection), connection }),
      });
    };
    async function credentials(): Promise<Record<string, string>[]> {
      const token = (await aSigner(builder)).sign({ groupRef: 'stays', consumerRef: 'person' });
      return [{ 'x-api-key': await addApiKey(platform, ['frontend']) }, { authorization: `Bearer ${token}` }];
    }

    it('never sends stored credentials to another address', async () => {
      const { id } = await builder.connect(sandbox, 'stays');
      const asked = other.control.stats().requests;
      for (const headers of await credentials()) {
        expect(await move(id, headers)).toMatchObject({ status: 403, body: { remedy: expect.any(String) } });
        expect((await move(id, headers, { providerWorkspaceRef: 'x' })).status).toBe(403);
      }
      expect(other.control.stats().requests).toEqual(asked);
      expect(await builder.get(`/connections/${id}`)).toMatchObject({
        providerMetadata: { baseUrl: { value: sandbox.url } },
      });
    });

    it('may change the address together with the credentials, and other variables without them', async () => {
      const { id } = await builder.connect(sandbox, 'stays');
      for (const headers of await credentials()) {
        expect((await move(id, headers, { providerMetadata: { baseUrl: sandbox.url, plan: 'free' } })).status).toBe(
          200,
        );
        expect((await move(id, headers, { apiKey: 'sandbox-key' })).status).toBe(200);
        succeeded(await update(id, ['providerMetadata'], { providerMetadata: { baseUrl: sandbox.url } }));
      }
    });
  });

  it('answers for a connection of another tenant like for a missing one', async () => {
    const { id } = await builder.connect(sandbox, 'mine');
    const stranger = aBuilder(await addProject(platform, 'stranger'));
    const body = { updateMask: ['apiKey'], connection: { apiKey: 'stolen' } };
    const foreign = await stranger.call('PATCH', `/connections/${id}`, body);
    const absent = await stranger.call('PATCH', '/connections/01900000-0000-7000-8000-000000000000', body);
    expect([foreign.status, foreign.body['detail']]).toEqual([404, absent.body['detail']]);
  });
});
