import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  BROWSER,
  FROM_SERVER,
  type InstallationWorld,
  installationWorld,
  PROJECT,
} from '../../../test/support/installation_world.ts';
import { promise } from '../../../test/support/promise.ts';

const [OURS, EVIL] = ['acme.coupahost.example', 'evil.example'];

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const app = (metadata: object = { hosts: [OURS, '.coupacloud.example'] }, more: object = {}) =>
  world.createProviderApp(world.call, {
    projectId: PROJECT,
    provider: 'coupa',
    clientId: 'client',
    clientSecret: 'CANARY-secret',
    externalRef: '',
    scopes: ['core.common.read'],
    metadataJson: JSON.stringify(metadata),
    ...more,
  });
/** An app as version 0.1.0 stored it. */
async function formerApp() {
  const { id } = await app();
  await world.db('provider_apps').where({ id }).update({ metadata: '{}' });
  return id;
}
const begin = async (workspaceRef: string, more: object = {}) => {
  const { url } = await world.startOauth(world.call, {
    projectId: PROJECT,
    provider: 'coupa',
    groupRef: 'acme',
    groupName: '',
    consumerRef: 'ada',
    consumerName: '',
    workspaceRef,
    metadataJson: '',
    providerAppId: '',
    ...FROM_SERVER,
    ...more,
  });
  return new URL(await world.pressContinue(url));
};
const finish = (url: URL) =>
  world.completeOauth(world.call, {
    state: url.searchParams.get('state') ?? '',
    code: 'c',
    error: '',
    errorDescription: '',
    issuer: '',
    browserSecrets: [BROWSER],
  });
const imported = (workspaceRef: string, refreshToken?: string) =>
  world.connect({
    provider: 'coupa',
    workspaceRef,
    credentialsJson: JSON.stringify({ oauth2AuthorizationCode: { accessToken: 'at', refreshToken } }),
  });
const tokens = () => world.answer(() => ({ body: { access_token: 'at', refresh_token: 'rt', expires_in: 3600 } }));
const update = (connectionId: string, workspaceRef: string) =>
  world.updateConnection(world.call, {
    projectId: PROJECT,
    connectionId,
    updateMask: ['providerWorkspaceRef'],
    connectionJson: JSON.stringify({ providerWorkspaceRef: workspaceRef }),
    mayMove: true,
  });
const STRAY = { kind: 'unprocessable', detail: `The provider app does not allow sign-in on the host ${EVIL}.` };
const UNPINNED = { kind: 'unprocessable', detail: 'The provider app for Coupa names no hosts.' };
const hosts = () => world.sent.map(({ url }) => new URL(url).host);

describe('a provider whose customers name the host of the sign-in', () => {
  it('S8: signs customers in on the hosts that the builder pinned on the app', async () => {
    await app();
    tokens();
    for (const host of [OURS, 'two.coupacloud.example']) {
      const url = await begin(host);
      expect(url.host).toBe(host);
      expect(await finish(url)).toMatchObject({ error: '' });
    }
    expect(hosts()).toEqual([OURS, 'two.coupacloud.example']);
  });

  it.each([
    EVIL,
    `${EVIL}/`,
    `${EVIL}#.coupacloud.example`,
    `a@${EVIL}`,
    'evilcoupacloud.example',
    `${OURS}:8443`,
    `${OURS}.evil.example`,
  ])('S8: starts no sign-in on another host: %s', async (host) => {
    await app();
    await expect(begin(host)).rejects.toMatchObject({ kind: expect.stringMatching(/unprocessable|invalidArgument/) });
    await expect(begin('', { metadataJson: JSON.stringify({ workspace: host }) })).rejects.toBeDefined();
    expect(await world.db('oauth_sessions').select('id')).toEqual([]);
  });

  it('S8: sends the secret to no other host for a session that was started before', async () => {
    const id = await formerApp();
    await world
      .db('provider_apps')
      .where({ id })
      .update({ metadata: JSON.stringify({ hosts: [EVIL] }) });
    const url = await begin(EVIL);
    await world.db('provider_apps').where({ id }).update({ metadata: '{}' });
    tokens();
    expect(await finish(url)).toMatchObject({ connectionId: '', error: UNPINNED.detail });
    expect(hosts()).toEqual([]);
  });

  promise(
    'S8: imports no refresh token, and moves no connection, to another host',
    { without: 'secretFollowsCustomer' },
    async () => {
      await app();
      await expect(imported(EVIL, 'rt')).rejects.toMatchObject(STRAY);
      const { connection } = await world.generateConnection(world.call, {
        projectId: PROJECT,
        provider: 'coupa',
        groupRef: 'acme',
        integrationIdOrName: '',
        groupName: '',
        consumerRef: 'ada',
        consumerName: '',
        workspaceRef: OURS,
        metadataJson: '',
        credentialsJson: '{"oauth2AuthorizationCode":{"accessToken":"at","refreshToken":"rt"}}',
      });
      await expect(update(connection.id, EVIL)).rejects.toMatchObject(STRAY);
      expect(await update(connection.id, 'new.coupacloud.example')).toMatchObject({
        connection: { workspaceRef: 'new.coupacloud.example' },
      });
    },
  );

  it('S8: needs the hosts on a new app, and keeps them on it', async () => {
    const refusal = {
      kind: 'unprocessable',
      extras: { issues: [expect.objectContaining({ name: 'metadata.hosts' })] },
    };
    await expect(app({})).rejects.toMatchObject(refusal);
    await expect(app({ hosts: [] })).rejects.toMatchObject(refusal);
    for (const host of [
      'https://acme.example',
      'acme.example/x',
      '.com',
      '*',
      'a@b.example',
      '',
      '.co.uk',
      '.github.io',
      'acme.example:65536',
    ])
      await expect(app({ hosts: [OURS, host] })).rejects.toMatchObject(refusal);
    const { id } = await app();
    const change = (providerApp: object) =>
      world.updateProviderApp(world.call, {
        projectId: PROJECT,
        providerAppId: id,
        updateMask: Object.keys(providerApp),
        providerAppJson: JSON.stringify(providerApp),
      });
    await expect(change({ metadata: {} })).rejects.toMatchObject(refusal);
    expect(await change({ metadata: { hosts: ['b.example'] } })).toMatchObject({
      metadataJson: '{"hosts":["b.example"]}',
    });
  });

  it('S8: refreshes the connections of version 0.1.0, and starts no new ones, until the app has hosts', async () => {
    const id = await formerApp();
    await world
      .db('provider_apps')
      .where({ id })
      .update({ metadata: JSON.stringify({ hosts: [OURS] }) });
    tokens();
    const { connectionId } = await finish(await begin(OURS));
    await world.db('provider_apps').where({ id }).update({ metadata: '{}' });
    world.pass(3_600_000);
    const auth = () => world.getCallAuth(world.call, { projectId: PROJECT, connectionId });
    expect(await auth()).toMatchObject({ generation: 2 });
    await expect(begin(OURS)).rejects.toMatchObject(UNPINNED);
    await expect(imported(OURS, 'rt')).rejects.toMatchObject(UNPINNED);
    // Once the builder pins other hosts, the secret goes there only.
    await world
      .db('provider_apps')
      .where({ id })
      .update({ metadata: JSON.stringify({ hosts: ['b.example'] }) });
    world.pass(3_600_000);
    await expect(auth()).rejects.toMatchObject({ detail: expect.stringContaining(`sign-in on the host ${OURS}`) });
    expect(hosts()).toEqual([OURS, OURS]);
  });
});

describe('PKCE at a provider that does not require it', () => {
  const sign = () => begin(OURS);
  const exchanged = () => new URLSearchParams(world.sent[0]?.body);

  it('S11 (PKCE): sends an S256 challenge and its verifier to every provider with a sign-in page', async () => {
    await app();
    tokens();
    const url = await sign();
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    await finish(url);
    expect(exchanged().get('code_verifier')?.length).toBe(43);
  });

  const inFlight = 'S11 (PKCE): sends no verifier for a session that version 0.1.0 started without a challenge';
  promise(inFlight, { without: 'verifierWithoutChallenge' }, async () => {
    await app();
    tokens();
    const url = await sign();
    await world.db('oauth_sessions').update({ code_challenge_method: null });
    await finish(url);
    expect([exchanged().get('code'), exchanged().get('code_verifier')]).toEqual(['c', null]);
  });
});
