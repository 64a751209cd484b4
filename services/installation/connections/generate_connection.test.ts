import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';

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
