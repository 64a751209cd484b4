import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OutboundError } from '../../../lib/http/outbound_error.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { deployed, readObject } from '../../../test/support/installed.ts';
import { promise } from '../../../test/support/promise.ts';
import { isVerified } from './connection.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const credentials = (value: object) => ({ credentialsJson: JSON.stringify(value) });
const authOf = (connectionId: string) => world.getCallAuth(world.call, { projectId: PROJECT, connectionId });

describe('generateConnection', () => {
  it('creates group and consumer, whose names default to their refs and follow later names', async () => {
    const { id } = await world.connect();
    const first = await world.deps.stores.connections.find(PROJECT, id);
    expect([first?.group.name, first?.consumer.name]).toEqual(['Acme Inc.', 'ada']);
    await world.connect({ groupName: '', consumerName: 'Ada' });
    const after = await world.deps.stores.connections.find(PROJECT, id);
    expect([after?.group.name, after?.consumer.name]).toEqual(['Acme Inc.', 'Ada']);
    expect(after?.consumer.updateTime).not.toBeNull();
  });

  it('lists the newest first and keeps projects apart', async () => {
    const [a, b] = [await world.connect(), await world.connect({ groupRef: 'other' })];
    const { list } = world.deps.stores.connections;
    const all = { provider: '', groupRef: '', consumerRef: '' };
    expect((await list(PROJECT, all)).map(({ connection }) => connection.id)).toEqual([b.id, a.id]);
    expect((await list(PROJECT, { ...all, groupRef: 'acme' })).map(({ connection }) => connection.id)).toEqual([a.id]);
    expect(await list(a.id, all)).toEqual([]);
  });

  it('keeps the key sealed: not in any table, event or response', async () => {
    const connection = await world.connect();
    const tables = await Promise.all(
      ['connections', 'outbox', 'groups', 'consumers'].map((table) => world.db(table).select()),
    );
    expect(JSON.stringify([tables, connection])).not.toContain('CANARY');
    expect(await authOf(connection.id)).toMatchObject({ headers: { 'X-Sandbox-Key': 'CANARY-key' } });
  });

  it('shows credentials only on request', async () => {
    const { id } = await world.connect();
    const get = (more: object) =>
      world.getConnection(world.call, {
        projectId: PROJECT,
        connectionId: id,
        includeCreds: false,
        includeRefreshToken: false,
        refresh: '',
        ...more,
      });
    expect((await get({})).shown).toBeNull();
    expect((await get({ includeCreds: true })).shown).toEqual({ apiKey: 'CANARY-key' });
    await expect(get({ refresh: 'sometimes' })).rejects.toMatchObject({ kind: 'invalidArgument' });
    await expect(get({ connectionId: PROJECT })).rejects.toMatchObject({ kind: 'notFound' });
  });

  it('takes a user name and a password', async () => {
    const { id, authScheme } = await world.connect({
      provider: 'sandboxBasic',
      ...credentials({ basicAuth: { username: 'u', password: 'p' } }),
    });
    expect(authScheme).toBe('basic');
    expect((await authOf(id)).headers).toEqual({ Authorization: 'Basic dTpw' });
  });

  it('exchanges client credentials at once, and reports a refusal', async () => {
    world.answer(() => ({ body: { access_token: 'CANARY-at', expires_in: 3600 } }));
    const client = credentials({ oauth2ClientCredentials: { clientId: 'c', clientSecret: 's', scopes: ['read'] } });
    const { id, authScheme } = await world.connect({ provider: 'sandboxClient', ...client });
    expect(authScheme).toBe('oauth2/clientCredentials');
    expect((await authOf(id)).headers).toEqual({ Authorization: 'Bearer CANARY-at' });
    world.answer(() => ({ status: 401, body: { error: 'invalid_client' } }));
    await expect(world.connect({ provider: 'sandboxClient', ...client })).rejects.toMatchObject({
      kind: 'unprocessable',
    });
    world.answer(() => ({ status: 503, body: {} }));
    await expect(world.connect({ provider: 'sandboxClient', ...client })).rejects.toMatchObject({
      kind: 'providerFailed',
    });
  });

  describe('asks the provider first', () => {
    const saved = () => world.db('connections').select('status', 'is_verified');
    const outcome = async (request: object = {}) => {
      const made = await world.connect(request);
      return [made.status, made.isVerified];
    };
    /** The addresses of the calls that connecting makes. */
    const asked = async (request: object, body: unknown = { data: [] }) => {
      const urls: string[] = [];
      world.answer(({ url }) => {
        urls.push(url);
        return { body };
      });
      await world.connect(request);
      return urls;
    };

    it('for one record of its first object, or by the health check of its file', async () => {
      expect(await asked({})).toEqual(['http://127.0.0.1:4020/api/v1/contacts?limit=1']);
      expect(await asked({ provider: 'calCom' })).toEqual(['https://api.cal.com/v2/me']);
      expect(await saved()).toHaveLength(2);
      for (const row of await saved()) expect(row).toMatchObject({ status: 'working', is_verified: 1 });
    });

    it('for the first object of the integration that the customer connects for', async () => {
      const integrationIdOrName = await deployed(world, { name: 'crm', read: { objects: [readObject('companies')] } });
      expect(await asked({ integrationIdOrName })).toEqual(['http://127.0.0.1:4020/api/v1/companies?limit=1']);
      expect(await asked({ integrationIdOrName, provider: 'calCom' })).toEqual(['https://api.cal.com/v2/me']);
    });

    promise('and saves nothing when it refuses the credentials', { without: 'refusedIsSaved' }, async () => {
      world.answer(() => ({ status: 401, body: { error: { message: 'CANARY-key is wrong' } } }));
      const refusal = await world.connect().catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        kind: 'unprocessable',
        detail: 'Sandbox does not accept these credentials. Nothing was saved.',
        extras: { remedy: expect.stringContaining('enter them again') },
      });
      expect(JSON.stringify(refusal)).not.toContain('CANARY');
      expect([await saved(), await world.events()]).toEqual([[], []]);
    });

    const silence = ['timeout', 'connect', 'protocol'] as const;
    promise('and saves them as not checked after any other failure', { without: 'silenceVerifies' }, async () => {
      for (const status of [403, 404, 429, 500, 503]) {
        world.answer(() => ({ status, body: {} }));
        expect(await outcome({ groupRef: `after-${status}` })).toEqual(['created', false]);
      }
      for (const reason of silence) {
        world.answer(() => Promise.reject(new OutboundError(reason)));
        expect(await outcome({ groupRef: `after-${reason}` })).toEqual(['created', false]);
      }
    });

    it('after which the first call that succeeds verifies them, and a refresh or a refusal is told apart', async () => {
      world.answer(() => ({ status: 403, body: {} }));
      const { id } = await world.connect();
      const { connections } = world.deps.stores;
      await connections.markWorking(PROJECT, id, world.deps.clock.now());
      expect(await saved()).toEqual([{ status: 'working', is_verified: 1 }]);
      await connections.markBad(PROJECT, id, 1, world.deps.clock.now());
      const { connection } = (await connections.find(PROJECT, id))!;
      expect(isVerified(connection)).toBe(false);
      expect(isVerified({ ...connection, status: 'created' })).toBe(true);
    });

    it('unless there is nothing to ask', async () => {
      expect(await outcome({ provider: 'braze', metadataJson: '{"workspace":"acme"}' })).toEqual(['created', false]);
    });

    it('within the time of the caller', async () => {
      const times: (number | undefined)[] = [];
      world.answer(({ timeoutMs }) => {
        times.push(timeoutMs);
        return { body: { data: [] } };
      });
      world.call.deadline = world.deps.clock.now() + 3_000;
      await world.connect();
      expect(times).toEqual([3_000]);
    });
  });

  it('imports tokens as text or with their times', async () => {
    const tokens = {
      accessToken: { token: 'at', issuedAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-01T01:00:00Z' },
      refreshToken: 'rt',
      scopes: ['a'],
    };
    const { id, expireTime } = await world.connect({
      provider: 'sandboxOAuth',
      ...credentials({ oauth2AuthorizationCode: tokens }),
    });
    expect(expireTime).toBe(Date.UTC(2026, 0, 1, 1));
    const got = await world.getConnection(world.call, {
      projectId: PROJECT,
      connectionId: id,
      includeCreds: true,
      includeRefreshToken: true,
      refresh: '',
    });
    expect(got.shown).toMatchObject({
      oauth2AuthorizationCode: {
        accessToken: { token: 'at', expiresAt: '2026-01-01T01:00:00.000Z' },
        refreshToken: { token: 'rt' },
        scopes: ['a'],
      },
    });
  });

  it.each([
    ['an unknown provider', { provider: 'nope' }, 'unprocessable', 'provider'],
    [
      'credentials of another kind',
      credentials({ basicAuth: { username: 'u', password: 'p' } }),
      'unprocessable',
      'basicAuth',
    ],
    ['no credentials', credentials({}), 'invalidArgument', 'apiKey'],
    ['an empty key', credentials({ apiKey: ' ' }), 'invalidArgument', 'apiKey'],
    ['no group', { groupRef: '' }, 'invalidArgument', 'groupRef'],
    ['a group with a zero-width space', { groupRef: 'a\u200bb' }, 'invalidArgument', 'groupRef'],
    ['a consumer with a space at the end', { consumerRef: 'ada ' }, 'invalidArgument', 'consumerRef'],
    [
      'a base URL that is none',
      { metadataJson: '{"baseUrl":{"value":"nowhere"}}' },
      'invalidArgument',
      'providerMetadata.baseUrl.value',
    ],
    [
      'a base URL inside the network',
      { metadataJson: '{"baseUrl":"http://169.254.169.254"}' },
      'invalidArgument',
      'providerMetadata.baseUrl.value',
    ],
    [
      'no workspace where the address needs one',
      { provider: 'activeCampaign' },
      'invalidArgument',
      'providerWorkspaceRef',
    ],
    [
      'a workspace that leads elsewhere',
      { provider: 'activeCampaign', workspaceRef: 'evil.example/' },
      'invalidArgument',
      'providerWorkspaceRef',
    ],
  ])('refuses %s', async (_what, request, kind, name) => {
    await expect(world.connect(request)).rejects.toMatchObject({ kind, extras: { issues: [{ name }] } });
    expect(await world.events()).toEqual([]);
  });

  it('stores the workspace in its field and in the metadata', async () => {
    const { metadataJson } = await world.connect({ provider: 'activeCampaign', workspaceRef: 'acme' });
    expect(JSON.parse(metadataJson)).toEqual({ workspace: { value: 'acme', source: 'input' } });
  });
});
