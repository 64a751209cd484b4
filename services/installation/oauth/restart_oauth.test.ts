import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import {
  BROWSER,
  FROM_SERVER,
  type InstallationWorld,
  installationWorld,
  PROJECT,
} from '../../../test/support/installation_world.ts';
import { STRANGER, told } from '../../../test/support/installed.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
  await world.createProviderApp(world.call, {
    projectId: PROJECT,
    provider: 'sandboxOAuth',
    clientId: 'client',
    clientSecret: 'secret',
    externalRef: '',
    scopes: ['read'],
    metadataJson: '',
  });
});
afterEach(() => world.close());

const stateOf = ({ url }: { url: string }) => new URL(url).searchParams.get('state') ?? '';
const restart = async (connectionId: string, projectId = PROJECT) => {
  const { url } = await world.restartOauth(world.call, {
    projectId,
    connectionId,
    openerOrigin: '',
    byFrontendKey: false,
  });
  return { url: await world.pressContinue(url) };
};

/** The customer comes back; the provider says whose account it is. */
function finish(state: string, accessToken: string, workspace = 'home') {
  world.answer(() => ({
    body: { access_token: accessToken, refresh_token: 'rt', expires_in: 60, workspace_id: workspace },
  }));
  const answer = { state, code: 'code', error: '', errorDescription: '', issuer: 'http://127.0.0.1:4020/oidc' };
  return world.completeOauth(world.call, { ...answer, browserSecrets: [BROWSER] });
}
async function signedIn(workspaceRef = ''): Promise<string> {
  const { url } = await world.startOauth(world.call, {
    projectId: PROJECT,
    provider: 'sandboxOAuth',
    groupRef: 'acme',
    groupName: 'Acme',
    consumerRef: 'ada',
    consumerName: 'Ada',
    workspaceRef,
    metadataJson: '',
    providerAppId: '',
    ...FROM_SERVER,
  });
  return (await finish(stateOf({ url: await world.pressContinue(url) }), 'at1')).connectionId;
}
const tokenOf = async (id: string) => {
  const stored = await world.deps.stores.connections.findSecret(PROJECT, id);
  return stored && world.deps.box.open(stored);
};

describe('restartOauth', () => {
  it('gives the same connection new tokens, and a status to start from', async () => {
    const id = await signedIn();
    await world.deps.stores.connections.markBad(PROJECT, id, 1, world.deps.clock.now());
    expect(await finish(stateOf(await restart(id)), 'at2')).toMatchObject({ connectionId: id, error: '' });
    expect(await tokenOf(id)).toMatchObject({ tokens: { accessToken: 'at2' } });
    expect(await world.deps.stores.connections.find(PROJECT, id)).toMatchObject({
      connection: { status: 'created', generation: 2, workspaceRef: 'home' },
      group: { name: 'Acme' },
      consumer: { name: 'Ada' },
    });
    expect(await told(world, 'connection.updated')).toEqual([expect.objectContaining({ connectionId: id })]);
    expect(await told(world, 'connection.created')).toHaveLength(1);
  });

  it('renews this connection, not another one of the same people', async () => {
    const [east, west] = [await signedIn('east'), await signedIn('west')];
    expect(east).not.toBe(west);
    expect(await finish(stateOf(await restart(east)), 'at2', '')).toMatchObject({ connectionId: east });
    expect(await tokenOf(west)).toMatchObject({ tokens: { accessToken: 'at1' } });
  });

  it('refuses another account, and keeps the tokens there are', async () => {
    const id = await signedIn();
    expect(await finish(stateOf(await restart(id)), 'at2', 'elsewhere')).toMatchObject({
      connectionId: '',
      error: expect.stringContaining('another account'),
    });
    expect(await tokenOf(id)).toMatchObject({ tokens: { accessToken: 'at1' } });
    expect(await told(world, 'connection.updated')).toEqual([]);
  });

  it('makes no connection when the one to renew was deleted meanwhile', async () => {
    const id = await signedIn();
    const state = stateOf(await restart(id));
    await world.deleteConnection(world.call, { projectId: PROJECT, connectionId: id });
    expect(await finish(state, 'at2')).toMatchObject({ connectionId: '', error: expect.stringContaining('deleted') });
    expect(await world.db('connections').select('id')).toEqual([]);
  });

  it('refuses a connection that was not made on a sign-in page', async () => {
    const { id } = await world.connect();
    await expect(restart(id)).rejects.toMatchObject({ kind: 'unprocessable', extras: { remedy: expect.any(String) } });
  });

  it('knows no connection of another project', async () => {
    const id = await signedIn();
    const absent = { kind: 'notFound', detail: 'There is no such connection.' };
    await expect(restart(id, STRANGER)).rejects.toMatchObject(absent);
    await expect(restart(ABSENT)).rejects.toMatchObject(absent);
  });
});
