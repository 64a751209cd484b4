import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { STRANGER, told } from '../../../test/support/installed.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const HERE = 'http://127.0.0.1:4020';
const THERE = 'http://127.0.0.1:4021';
const CLIENT = { clientId: 'client', clientSecret: 'CANARY-secret', scopes: ['crm.read'] };

const update = (connectionId: string, updateMask: string[], connection: object, more: object = {}) =>
  world.updateConnection(world.call, {
    projectId: PROJECT,
    connectionId,
    updateMask,
    connectionJson: JSON.stringify(connection),
    mayMove: true,
    ...more,
  });
const shown = async (connectionId: string) =>
  (
    await world.getConnection(world.call, {
      projectId: PROJECT,
      connectionId,
      includeCreds: true,
      includeRefreshToken: false,
      refresh: '',
    })
  ).shown;
const basic = (password: string) => ({ basicAuth: { username: 'ada', password } });
const byBasic = () => world.connect({ provider: 'sandboxBasic', credentialsJson: JSON.stringify(basic('CANARY-old')) });
const byClient = () => {
  world.answer(() => ({ body: { access_token: 'at1', expires_in: 3600 } }));
  return world.connect({
    provider: 'sandboxClient',
    credentialsJson: JSON.stringify({ oauth2ClientCredentials: CLIENT }),
  });
};

describe('updateConnection', () => {
  it('replaces a key, says so once, and leaves what is not masked alone', async () => {
    const { id } = await world.connect();
    world.pass(1);
    const { connection } = await update(id, ['apiKey'], { apiKey: 'CANARY-new', providerWorkspaceRef: 'not masked' });
    expect(connection).toMatchObject({ status: 'working', workspaceRef: '', updateTime: expect.any(Number) });
    expect(await shown(id)).toEqual({ apiKey: 'CANARY-new' });
    expect(await told(world, 'connection.updated')).toEqual([expect.objectContaining({ connectionId: id })]);
    expect(JSON.stringify(await world.events())).not.toContain('CANARY');
  });

  it('heals a connection that was marked bad', async () => {
    const { id } = await world.connect();
    await world.deps.stores.connections.markBad(PROJECT, id, 1, world.deps.clock.now());
    const { connection } = await update(id, ['apiKey'], { apiKey: 'new' });
    expect(connection).toMatchObject({ status: 'working', generation: 2 });
  });

  it('shows new credentials to the provider first, and keeps the old when it refuses them', async () => {
    const { id } = await byBasic();
    world.answer(() => ({ status: 401, body: {} }));
    const refusal = await update(id, ['basicAuth'], basic('CANARY-guess')).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ kind: 'unprocessable' });
    expect(JSON.stringify(refusal)).not.toContain('CANARY');
    const stored = await world.deps.stores.connections.findSecret(PROJECT, id);
    expect(stored && world.deps.box.open(stored)).toMatchObject({ password: 'CANARY-old' });
    expect(stored?.generation).toBe(1);
    expect(await told(world, 'connection.updated')).toEqual([]);
    world.answer(() => ({ body: {} }));
    await update(id, ['basicAuth'], basic('CANARY-right'));
    expect(world.sent.at(-1)?.url).toBe(`${HERE}/api/v1/me`);
  });

  it('spends new client credentials before it keeps them, and keeps the old when nobody answers', async () => {
    const { id } = await byClient();
    const change = { oauth2ClientCredentials: { ...CLIENT, clientSecret: 'guessed' } };
    for (const [status, body, kind] of [
      [401, { error: 'invalid_client' }, 'unprocessable'],
      [500, {}, 'providerFailed'],
    ] as const) {
      world.answer(() => ({ status, body }));
      await expect(update(id, ['oauth2ClientCredentials'], change)).rejects.toMatchObject({ kind });
    }
    expect(await shown(id)).toMatchObject({ oauth2AuthorizationCode: { accessToken: { token: 'at1' } } });
    world.answer(() => ({ body: { access_token: 'at2', expires_in: 3600 } }));
    await update(id, ['oauth2ClientCredentials'], change);
    expect(await shown(id)).toMatchObject({ oauth2AuthorizationCode: { accessToken: { token: 'at2' } } });
  });

  it('is not undone by a renewal of the old credentials that is still under way', async () => {
    const { id } = await byClient();
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const answers = ['late', 'new'];
    world.answer((({ url }: { url: string }) => {
      if (!url.endsWith('/token')) return { body: { data: [] } };
      const access_token = answers.shift();
      const answer = { body: { access_token, expires_in: 3600 } };
      return access_token === 'late' ? held.then(() => answer) : answer;
    }) as never);
    const slow = world.getConnection(world.call, {
      projectId: PROJECT,
      connectionId: id,
      includeCreds: false,
      includeRefreshToken: false,
      refresh: 'force',
    });
    while (world.sent.length < 1) await new Promise(setImmediate);
    await update(id, ['oauth2ClientCredentials'], { oauth2ClientCredentials: CLIENT });
    goOn();
    await slow;
    expect(await shown(id)).toMatchObject({ oauth2AuthorizationCode: { accessToken: { token: 'new' } } });
  });

  it('says the workspace in both of its places, whichever was sent', async () => {
    const { id } = await world.connect();
    const named = await update(id, ['providerWorkspaceRef'], { providerWorkspaceRef: 'acme' });
    expect(named.connection.workspaceRef).toBe('acme');
    expect(JSON.parse(named.connection.metadataJson)).toEqual({ workspace: { value: 'acme', source: 'input' } });
    const providerMetadata = { workspace: { value: 'umbrella' }, plan: 'free' };
    const moved = await update(id, ['providerMetadata'], { providerMetadata });
    expect(moved.connection.workspaceRef).toBe('umbrella');
    expect(JSON.parse(moved.connection.metadataJson)).toEqual({
      workspace: { value: 'umbrella', source: 'input' },
      plan: { value: 'free', source: 'input' },
    });
  });

  it.each<[string, string[], object]>([
    ['a mask nobody knows', ['status'], { apiKey: 'k' }],
    ['a mask of what can not change', ['groupRef'], { groupRef: 'g' }],
    ['a mask without a value', ['apiKey'], {}],
    ['a mask of another kind of credentials', ['basicAuth'], basic('p')],
    ['a key that can not be sent', ['apiKey'], { apiKey: 'copied\n' }],
    ['an address that can not be called', ['providerMetadata'], { providerMetadata: { baseUrl: 'ftp://x' } }],
    ['a workspace that is no ref', ['providerWorkspaceRef'], { providerWorkspaceRef: 'acme\u200b' }],
  ])('refuses %s', async (_what, updateMask, connection) => {
    const { id } = await world.connect();
    await expect(update(id, updateMask, connection)).rejects.toMatchObject({
      kind: 'invalidArgument',
      extras: { issues: [expect.objectContaining({ in: 'body' })] },
    });
    expect(await shown(id)).toEqual({ apiKey: 'CANARY-key' });
  });

  it('names the masks there are, and those that fit the connection', async () => {
    const { id } = await world.connect();
    const remedyOf = (updateMask: string[], connection: object) =>
      update(id, updateMask, connection).then(
        () => '',
        (problem: { extras: { remedy: string } }) => problem.extras.remedy,
      );
    expect(await remedyOf(['status'], {})).toBe(
      'Use these masks: providerWorkspaceRef, providerMetadata, apiKey, basicAuth, oauth2ClientCredentials, oauth2PasswordCredentials.',
    );
    expect(await remedyOf(['basicAuth'], basic('p'))).toBe(
      'Use these masks: providerWorkspaceRef, providerMetadata, apiKey.',
    );
  });

  it('takes no credentials for a connection by sign-in', async () => {
    const tokens = { oauth2AuthorizationCode: { accessToken: 'at', refreshToken: 'rt' } };
    const { id } = await world.connect({ provider: 'sandboxOAuth', credentialsJson: JSON.stringify(tokens) });
    for (const mask of ['apiKey', 'oauth2ClientCredentials'])
      await expect(update(id, [mask], { apiKey: 'k', oauth2ClientCredentials: CLIENT })).rejects.toMatchObject({
        kind: 'invalidArgument',
      });
  });

  it('does not send kept credentials to another address for who may not see them', async () => {
    const { id } = await world.connect();
    const move = (providerMetadata: object, more: object = {}) =>
      update(id, ['providerMetadata', ...Object.keys(more)], { providerMetadata, ...more }, { mayMove: false });
    await expect(move({ baseUrl: THERE })).rejects.toMatchObject({
      kind: 'permissionDenied',
      extras: { remedy: expect.any(String) },
    });
    await expect(move({ baseUrl: THERE }, { providerWorkspaceRef: 'x' })).rejects.toMatchObject({
      kind: 'permissionDenied',
    });
    expect(world.sent).toEqual([]);
    await expect(move({ baseUrl: HERE, plan: 'free' })).resolves.toBeDefined();
    await expect(move({ baseUrl: THERE }, { apiKey: 'theirs' })).resolves.toMatchObject({
      connection: { metadataJson: expect.stringContaining(THERE) },
    });
  });

  it('refuses that before the provider file’s own check would send them there', async () => {
    const { id } = await byBasic();
    const asked = world.sent.length;
    const providerMetadata = { baseUrl: THERE };
    await expect(update(id, ['providerMetadata'], { providerMetadata }, { mayMove: false })).rejects.toMatchObject({
      kind: 'permissionDenied',
    });
    expect(world.sent).toHaveLength(asked);
  });

  it('answers a foreign connection like one there is not', async () => {
    const { id } = await world.connect();
    for (const [connectionId, projectId] of [
      [id, STRANGER],
      [ABSENT, PROJECT],
    ] as const)
      await expect(update(connectionId, ['apiKey'], { apiKey: 'stolen' }, { projectId })).rejects.toMatchObject({
        kind: 'notFound',
        detail: 'There is no such connection.',
      });
    expect(await shown(id)).toEqual({ apiKey: 'CANARY-key' });
  });
});
