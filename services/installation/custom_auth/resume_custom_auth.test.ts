import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { STRANGER, told } from '../../../test/support/installed.ts';
import { NO_LIMITS } from '../quota_store.ts';

type Params = Record<string, string>;

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const anApp = (provider = 'sandboxSteps') =>
  world.createProviderApp(world.call, {
    projectId: PROJECT,
    provider,
    clientId: 'the-client',
    clientSecret: 'CANARY-secret',
    externalRef: '',
    scopes: ['a'],
    metadataJson: '',
  });
/** Presses Continue on our page: the result has the address of the provider's page instead. */
async function continued(started: ReturnType<InstallationWorld['startCustomAuth']>) {
  const result = await started;
  if (!('redirect' in result)) return result;
  return { redirect: { ...result.redirect, url: await world.pressContinue(result.redirect.url) } };
}
const begin = (more: object = {}) =>
  continued(
    world.startCustomAuth(world.call, {
      projectId: PROJECT,
      provider: 'sandboxSteps',
      groupRef: 'acme',
      groupName: 'Acme',
      consumerRef: 'ada',
      consumerName: 'Ada',
      metadataJson: '',
      providerAppId: '',
      customAuthJson: '{"region":"eu"}',
      openerOrigin: '',
      ...more,
    }),
  );
const goOn = (sessionId: string, callbackParams: Params, more: object = {}) =>
  continued(
    world.resumeCustomAuth(world.call, {
      projectId: PROJECT,
      groupRef: '',
      consumerRef: '',
      provider: '',
      sessionId,
      callbackParams,
      ...more,
    }),
  );
type Result = Awaited<ReturnType<typeof begin>>;
function redirectOf(result: Result): { url: URL; sessionId: string; state: string } {
  if (!('redirect' in result)) throw new Error('It led to a connection.');
  const url = new URL(result.redirect.url);
  return { url, sessionId: result.redirect.sessionId, state: url.searchParams.get('state') ?? '' };
}
/** On the page of the second step, as somebody who chose a workspace. */
async function secondStep(more: object = {}) {
  const first = redirectOf(await begin(more));
  return redirectOf(await goOn(first.sessionId, { workspace_id: 'eu-1', state: first.state }));
}
const installs = () =>
  world.answer(({ url }) => ({
    body: url.endsWith('/install/token')
      ? { install_key: 'CANARY-key', workspace: { id: 'eu-1', name: 'Workspace eu-1' } }
      : {},
  }));
const SPENT = { kind: 'notFound', detail: expect.stringContaining('There is no such session') };

describe('an authorization in steps', () => {
  it('leads from page to page to a connection, and keeps what it learned sealed', async () => {
    await anApp();
    const first = redirectOf(await begin());
    expect(first.url.href).toContain('/install/choose?region=eu&');
    const second = redirectOf(await goOn(first.sessionId, { workspace_id: 'eu-1', state: first.state, more: 'x' }));
    expect(second.sessionId).not.toBe(first.sessionId);
    expect(Object.fromEntries(second.url.searchParams)).toMatchObject({ workspace: 'eu-1', client_id: 'the-client' });
    installs();
    const result = await goOn(second.sessionId, { code: 'c', state: second.state });
    if (!('connection' in result)) throw new Error('It led to another page.');
    expect(JSON.parse(world.sent[0]?.body ?? '')).toEqual({
      code: 'c',
      client_id: 'the-client',
      client_secret: 'CANARY-secret',
    });
    expect(world.sent[1]?.headers).toMatchObject({ 'X-Sandbox-Key': 'CANARY-key' });
    expect(result.connection).toMatchObject({
      connection: {
        provider: 'sandboxSteps',
        status: 'working',
        isVerified: true,
        workspaceRef: 'eu-1',
        groupRef: 'acme',
      },
      consumer: { name: 'Ada' },
      providerApp: { clientId: 'the-client' },
    });
    expect(await told(world, 'connection.created')).toHaveLength(1);
    const rows = await Promise.all(
      ['connections', 'custom_auth_sessions', 'outbox'].map((table) => world.db(table).select()),
    );
    expect(JSON.stringify([rows, result])).not.toContain('CANARY');
  });

  it('S11: lets a started one go on when the group has as many under way as it may have', async () => {
    await world.close();
    world = await installationWorld(undefined, { limits: { ...NO_LIMITS, signInSteps: 1 } });
    await anApp();
    const first = redirectOf(await begin());
    await expect(begin()).rejects.toMatchObject({ kind: 'rateLimited' });
    await world.db('custom_auth_sessions').update({ group_ref: 'other' });
    const rival = redirectOf(await begin());
    await world.db('custom_auth_sessions').where({ group_ref: 'other' }).update({ group_ref: 'acme' });
    expect(rival.sessionId).not.toBe(first.sessionId);
    const second = redirectOf(await goOn(first.sessionId, { workspace_id: 'eu-1', state: first.state }));
    expect(second.url.pathname).toBe('/install/authorize');
  });

  it('S3: stores the ids that the provider names as they are, and masks what is secret', async () => {
    await anApp();
    const first = redirectOf(await begin({ customAuthJson: '{"region":"frankfurt"}' }));
    const at = redirectOf(await goOn(first.sessionId, { workspace_id: 'frankfurt-1', state: first.state }));
    world.answer(({ url }) => ({
      body: url.endsWith('/install/token')
        ? { install_key: 'CANARY-key', workspace: { id: 'frankfurt-1', name: 'Of CANARY-code, CANARY-secret' } }
        : {},
    }));
    const result = await goOn(at.sessionId, { code: 'CANARY-code', state: at.state });
    if (!('connection' in result)) throw new Error('It led to another page.');
    const { workspaceRef, metadataJson } = result.connection.connection;
    expect(workspaceRef).toBe('frankfurt-1');
    expect(JSON.parse(metadataJson)).toMatchObject({
      workspace: { value: 'frankfurt-1' },
      workspaceName: { value: 'Of credential_kept_back, credential_kept_back' },
    });
    const about = { projectId: PROJECT, connectionId: result.connection.connection.id };
    expect((await world.getCallAuth(world.call, about)).secrets).toEqual(['CANARY-key']);
  });

  it('takes a step once, also when several come at the same moment', async () => {
    await anApp();
    const { sessionId, state } = redirectOf(await begin());
    const params = { workspace_id: 'eu-1', state };
    const results = await Promise.allSettled([1, 2, 3].map(() => goOn(sessionId, params)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(goOn(sessionId, params)).rejects.toMatchObject(SPENT);
  });

  it('takes no answer that belongs to another session, and none without what the step needs', async () => {
    await anApp();
    const [mine, other] = [redirectOf(await begin()), redirectOf(await begin())];
    await expect(goOn(mine.sessionId, { workspace_id: 'eu-1', state: other.state })).rejects.toMatchObject({
      kind: 'invalidArgument',
      extras: { issues: [expect.objectContaining({ name: 'callbackParams.state' })] },
    });
    await expect(goOn(other.sessionId, { state: other.state })).rejects.toMatchObject({
      kind: 'invalidArgument',
      extras: { issues: [expect.objectContaining({ name: 'callbackParams.workspace_id' })] },
    });
  });

  it('is over after ten minutes, and is nobody else’s', async () => {
    await anApp();
    const { sessionId, state } = redirectOf(await begin());
    const params = { workspace_id: 'eu-1', state };
    await expect(goOn('made up', params)).rejects.toMatchObject(SPENT);
    await expect(goOn(sessionId, params, { projectId: STRANGER })).rejects.toMatchObject(SPENT);
    await expect(goOn(sessionId, params, { groupRef: 'rival', consumerRef: 'ada' })).rejects.toMatchObject(SPENT);
    world.pass(10 * 60_000);
    await expect(goOn(sessionId, params)).rejects.toMatchObject(SPENT);
  });

  it('keeps nothing when the provider refuses or is down', async () => {
    await anApp();
    for (const [status, kind] of [
      [400, 'unprocessable'],
      [500, 'providerFailed'],
    ] as const) {
      const { sessionId, state } = await secondStep();
      world.answer(() => ({ status, body: { error: { message: 'no' } } }));
      const refusal = await goOn(sessionId, { code: 'CANARY-code', state }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ kind });
      expect(JSON.stringify(refusal)).not.toContain('CANARY');
    }
    expect(await world.db('connections').select('id')).toEqual([]);
  });

  it('does not let what a browser brings take the place of an address or a secret', async () => {
    await anApp();
    const { sessionId, state } = redirectOf(await begin());
    const params = { workspace_id: 'eu-1', state, baseUrl: 'http://evil.example', clientId: 'evil' };
    const { url } = redirectOf(await goOn(sessionId, params));
    expect([url.origin, url.searchParams.get('client_id')]).toEqual(['http://127.0.0.1:4020', 'the-client']);
  });

  it('needs the app whose id the provider wants to see', async () => {
    const { sessionId, state } = redirectOf(await begin());
    await expect(goOn(sessionId, { workspace_id: 'eu-1', state })).rejects.toMatchObject({ kind: 'unprocessable' });
  });

  it.each<[string, string, object]>([
    ['without a provider', 'invalidArgument', { provider: '' }],
    ['without a group', 'invalidArgument', { groupRef: '' }],
    ['without an input', 'invalidArgument', { customAuthJson: '{}' }],
    ['at a provider that does not connect in steps', 'unprocessable', { provider: 'sandbox' }],
    ['at a provider there is not', 'unprocessable', { provider: 'nowhere' }],
    ['at an address that can not be called', 'invalidArgument', { metadataJson: '{"baseUrl":"ftp://x"}' }],
    ['with an app there is not', 'notFound', { providerAppId: ABSENT }],
  ])('does not begin %s', async (_what, kind, more) => {
    await expect(begin(more)).rejects.toMatchObject({ kind });
    expect(await world.db('custom_auth_sessions').select('id')).toEqual([]);
  });

  it('does not begin with the app of another provider', async () => {
    const { id } = await anApp('github');
    await expect(begin({ providerAppId: id })).rejects.toMatchObject({ kind: 'unprocessable' });
  });
});
