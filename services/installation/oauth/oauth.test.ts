import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  BROWSER,
  FROM_SERVER,
  type InstallationWorld,
  installationWorld,
  PROJECT,
  PUBLIC_URL,
} from '../../../test/support/installation_world.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const app = (more: object = {}) =>
  world.createProviderApp(world.call, {
    projectId: PROJECT,
    provider: 'sandboxOAuth',
    clientId: 'client',
    clientSecret: 'CANARY-secret',
    externalRef: '',
    scopes: ['read', 'offline'],
    metadataJson: '{"authQueryParams":{"prompt":["consent"]}}',
    ...more,
  });
const begin = async (more: object = {}) => {
  const { url } = await world.startOauth(world.call, {
    projectId: PROJECT,
    provider: 'sandboxOAuth',
    groupRef: 'acme',
    groupName: 'Acme',
    consumerRef: 'ada',
    consumerName: 'Ada',
    workspaceRef: '',
    metadataJson: '',
    providerAppId: '',
    ...FROM_SERVER,
    ...more,
  });
  return new URL(await world.pressContinue(url));
};
const finish = (state: string, more: object = {}) =>
  world.completeOauth(world.call, {
    state,
    code: 'the-code',
    error: '',
    errorDescription: '',
    issuer: 'http://127.0.0.1:4020/oidc',
    browserSecrets: [BROWSER],
    ...more,
  });
const stateOf = (url: URL) => url.searchParams.get('state') ?? '';
const tokens = (n = 1) => ({
  body: { access_token: `CANARY-at${n}`, refresh_token: `CANARY-rt${n}`, expires_in: 3600, scope: 'read' },
});
/** What builders are told, and by whom the audit log says it was done. */
const types = async () =>
  (await world.events()).map(({ type, payload }) =>
    type === 'installation.audited' ? `${payload['action']} by ${payload['actor']}` : type,
  );

describe('startOauth', () => {
  it('sends the browser to the provider with client, scopes, state and challenge', async () => {
    await app();
    const url = await begin();
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'client',
      scope: 'read offline',
      code_challenge_method: 'S256',
      prompt: 'consent',
      redirect_uri: `${PUBLIC_URL}/callbacks/v1/oauth`,
    });
    expect(stateOf(url).length).toBe(43);
    const rows = JSON.stringify(await world.db('oauth_sessions').select());
    expect(rows).not.toContain(stateOf(url));
    expect(url.href).not.toContain('CANARY');
  });

  it('uses the oldest app of the provider unless the request names one', async () => {
    await app({ clientId: 'first' });
    const second = await app({ clientId: 'second' });
    expect((await begin()).searchParams.get('client_id')).toBe('first');
    expect((await begin({ providerAppId: second.id })).searchParams.get('client_id')).toBe('second');
  });

  it('refuses a request that can not work', async () => {
    await expect(begin()).rejects.toMatchObject({ kind: 'unprocessable' });
    await expect(begin({ providerAppId: PROJECT })).rejects.toMatchObject({ kind: 'notFound' });
    await expect(begin({ provider: 'sandbox' })).rejects.toMatchObject({ kind: 'unprocessable' });
    await expect(begin({ groupRef: '' })).rejects.toMatchObject({ kind: 'invalidArgument' });
    await app({ scopes: [] });
    await expect(begin()).rejects.toMatchObject({ kind: 'unprocessable', detail: expect.stringContaining('scopes') });
  });
});

describe('completeOauth', () => {
  it('exchanges the code with verifier and secret, and stores the tokens sealed', async () => {
    await app();
    const url = await begin();
    world.answer(() => tokens());
    const { connectionId, error } = await finish(stateOf(url));
    expect(error).toBe('');
    const form = new URLSearchParams(world.sent[0]?.body);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    expect(challenge).toBe(url.searchParams.get('code_challenge'));
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'authorization_code',
      code: 'the-code',
      redirect_uri: `${PUBLIC_URL}/callbacks/v1/oauth`,
      client_id: 'client',
      client_secret: 'CANARY-secret',
    });
    const full = await world.deps.stores.connections.find(PROJECT, connectionId);
    expect(full).toMatchObject({
      connection: { authScheme: 'oauth2/authorizationCodePKCE', status: 'created', groupRef: 'acme' },
      group: { name: 'Acme' },
      consumer: { name: 'Ada' },
      providerApp: { clientId: 'client' },
    });
    const stored = await Promise.all(
      ['connections', 'provider_apps', 'oauth_sessions', 'outbox'].map((table) => world.db(table).select()),
    );
    expect(JSON.stringify([stored, full])).not.toContain('CANARY');
    expect(await types()).toEqual(['connection.created', 'connection.created by consumer:ada']);
  });

  it('is valid once, and for ten minutes', async () => {
    await app();
    world.answer(() => tokens());
    const state = stateOf(await begin());
    const both = await Promise.all([finish(state), finish(state)]);
    expect(both.filter(({ error }) => error === '').length).toBe(1);
    const late = stateOf(await begin());
    world.pass(10 * 60_000 + 1);
    expect((await finish(late)).error).toMatch(/expired/);
    expect((await finish('made-up')).error).toMatch(/expired/);
    expect((await finish('')).error).toMatch(/expired/);
  });

  it('replaces the credentials of the same connection, and of no other', async () => {
    await app();
    world.answer(() => tokens(1));
    const first = await finish(stateOf(await begin()));
    world.answer(() => tokens(2));
    const again = await finish(stateOf(await begin()));
    const other = await finish(stateOf(await begin({ consumerRef: 'bob' })));
    expect(again.connectionId).toBe(first.connectionId);
    expect(other.connectionId).not.toBe(first.connectionId);
    expect(await types()).toEqual([
      'connection.created',
      'connection.created by consumer:ada',
      'connection.updated',
      'connection.updated by consumer:ada',
      'connection.created',
      'connection.created by consumer:bob',
    ]);
    const auth = await world.getCallAuth(world.call, { projectId: PROJECT, connectionId: first.connectionId });
    expect(auth).toMatchObject({ generation: 2, headers: { Authorization: 'Bearer CANARY-at2' } });
  });

  it('repairs bad credentials with a new sign-in', async () => {
    await app();
    world.answer(() => tokens(1));
    const { connectionId } = await finish(stateOf(await begin()));
    world.answer(() => ({ status: 400, body: { error: 'invalid_grant' } }));
    await world.reportRejected(world.call, { projectId: PROJECT, connectionId, generation: 1 });
    expect((await world.deps.stores.connections.find(PROJECT, connectionId))?.connection.status).toBe(
      'bad_credentials',
    );
    world.answer(() => tokens(2));
    await finish(stateOf(await begin()));
    expect((await world.deps.stores.connections.find(PROJECT, connectionId))?.connection.status).toBe('created');
  });

  it('S5: has words for the person also when what we stored cannot be read', async () => {
    await app();
    const state = stateOf(await begin());
    await world.db('oauth_sessions').update({ sealed_verifier: 'of a lost key' });
    const result = await finish(state, { code: '', error: 'access_denied' });
    expect(result).toMatchObject({ error: 'Internal error. Please start again.', errorCode: 'failed' });
  });

  it('S3: says what went wrong in words of its own, and shows no text of the provider', async () => {
    await app();
    const state = async () => stateOf(await begin());
    expect(
      (await finish(await state(), { code: '', error: 'access_denied', errorDescription: '<script>alert(1)</script>' }))
        .error,
    ).toBe('The provider did not allow it (access_denied). The access was not granted. Please start again.');
    expect((await finish(await state(), { code: '' })).error).toMatch(/no code/);
    world.answer(() => ({ status: 400, body: { error: 'invalid_grant' } }));
    expect((await finish(await state())).error).toMatch(/did not accept the sign-in \(invalid_grant\)/);
    world.answer(() => ({ status: 400, body: { error: 'invalid_grant', error_description: 'Call 555-0100' } }));
    expect((await finish(await state())).error).not.toContain('555');
    world.answer(() => ({ status: 502, body: {} }));
    expect((await finish(await state())).error).toMatch(/could not be reached/);
    world.answer(() => {
      throw new TypeError('CANARY bug');
    });
    expect((await finish(await state())).error).toMatch(/Internal error/);
    expect(await world.events()).toEqual([]);
  });
});

describe('provider apps', () => {
  it('need scopes for HubSpot, a secret, and a provider that exists', async () => {
    await expect(app({ provider: 'hubspot', scopes: [] })).rejects.toMatchObject({
      kind: 'unprocessable',
      extras: { issues: [{ name: 'scopes' }] },
    });
    await expect(app({ clientSecret: '' })).rejects.toMatchObject({ kind: 'invalidArgument' });
    await expect(app({ provider: 'nope' })).rejects.toMatchObject({ kind: 'unprocessable' });
  });

  it('are unique by client id, and stay while a connection needs them', async () => {
    const { id } = await app();
    await expect(app()).rejects.toMatchObject({ kind: 'alreadyExists' });
    world.answer(() => tokens());
    const { connectionId } = await finish(stateOf(await begin()));
    const drop = () => world.deleteProviderApp(world.call, { projectId: PROJECT, providerAppId: id });
    await expect(drop()).rejects.toMatchObject({ kind: 'conflict' });
    await world.deleteConnection(world.call, { projectId: PROJECT, connectionId });
    await drop();
    await expect(drop()).rejects.toMatchObject({ kind: 'notFound' });
  });
});
