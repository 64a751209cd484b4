import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, request, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { callbackUrl, cookiesOf, outcomeIn, pressContinue } from '../support/sign_in.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

type Redirect = { redirect: { url: string; sessionId: string } };
type Connected = { connection: { id: string; provider: string; status: string } };
type Params = Record<string, string>;

const UNWRITTEN = `name: unwritten
displayName: Unwritten
baseURL: https://unwritten.example
auth: {type: custom, multiStep: true, headers: {X-Key: '{{.key}}'}}
`;

describe('customAuthConnect', () => {
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-providers-'));
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;

  beforeAll(async () => {
    writeFileSync(join(providersDir, 'unwritten.yaml'), UNWRITTEN);
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ records: 3 }),
      startReceiver(),
      startTestPlatform({ CAUSEWAY_PROVIDERS_DIR: providersDir }),
    ]);
    builder = aBuilder(platform);
    await builder.routeEvents('news', await builder.addDestination('main', receiver), ['connection.created']);
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await sandbox.stop();
    rmSync(providersDir, { recursive: true, force: true });
  });

  const send = (body: object, as = builder): Promise<Answer> =>
    as.send('POST', '/v1/custom-auth/connect', { projectIdOrName: 'demo', ...body });
  const begin = (groupRef: string, more: object = {}) =>
    send({
      provider: 'sandboxSteps',
      groupRef,
      groupName: 'Group',
      consumerRef: 'person',
      providerMetadata: { baseUrl: { value: sandbox.url, source: 'input' } },
      customAuth: { region: 'eu' },
      ...more,
    });
  const goOn = (sessionId: string, callbackParams: Params, as = builder) => send({ sessionId, callbackParams }, as);

  /** The message from our callback page to its opener, after the provider's page redirected the browser there. */
  async function visit(url: string): Promise<Params> {
    const callback = await callbackUrl(new URL(url));
    const headers = { cookie: cookiesOf(callback.origin) };
    const { status, text, type } = await request('', 'GET', callback.href, { headers });
    expect([status, type]).toEqual([200, expect.stringContaining('text/html')]);
    const { source, params } = outcomeIn<{ source: string; params: Params }>(text).message;
    expect(source).toBe('ampersand-custom-auth');
    return params;
  }

  /** Presses Continue on our page: the result has the address of the provider's page instead. */
  async function redirectOf(answer: Promise<Answer>): Promise<Redirect['redirect']> {
    const { url, sessionId } = succeeded<Redirect>(await answer).redirect;
    expect(url).toContain(`${platform.origin}/connect/sign-in?session=`);
    return { url: (await pressContinue(new URL(url))).href, sessionId };
  }

  it('needs the app that the provider knows', async () => {
    const { url, sessionId } = await redirectOf(begin('early'));
    const answer = await goOn(sessionId, await visit(url));
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('clientId')]);
    const app = { provider: 'sandboxSteps', clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
    succeeded(await builder.call('POST', '/provider-apps', app));
  });

  it('leads through several pages to a connection that reads', async () => {
    const first = await redirectOf(begin('acme'));
    expect(first.url).toContain(`${sandbox.url}/install/choose?region=eu&`);
    const second = await redirectOf(goOn(first.sessionId, await visit(first.url)));
    expect(second.sessionId).not.toBe(first.sessionId);
    expect(second.url).toContain('workspace=eu-1&client_id=sandbox-client');
    for (const { url } of [first, second]) expect(url).not.toContain('sandbox-secret');
    const params = await visit(second.url);
    const { connection } = succeeded<Connected>(await goOn(second.sessionId, params));
    expect(connection).toMatchObject({
      provider: 'sandboxSteps',
      status: 'working',
      group: { groupRef: 'acme', groupName: 'Group' },
      consumer: { consumerRef: 'person' },
      providerWorkspaceRef: 'eu-1',
      providerMetadata: { workspaceName: { value: 'Workspace eu-1', source: 'token' } },
      providerApp: { clientId: 'sandbox-client' },
    });
    await eventually(async () => expect(receiver.notifications('connection.created')).toHaveLength(1));
    const objects = [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }];
    const integrationId = await builder.deploy({ name: 'in', provider: 'sandboxSteps', read: { objects } });
    await builder.installed(integrationId, 'acme', { contacts: {} }, { provider: 'sandboxSteps' });
    const read = await builder.finished(await builder.trigger(integrationId, 'contacts', 'acme'));
    expect(read).toMatchObject({ status: 'success', metadata: { progress: { recordsProcessed: 3 } } });
  });

  it('refuses an expired session, an unknown one, and one of another project with the same refs', async () => {
    const { url, sessionId } = await redirectOf(begin('late'));
    const params = await visit(url);
    const stranger = aBuilder(await addProject(platform, 'stranger'));
    const foreign = await stranger.send('POST', '/v1/custom-auth/connect', {
      projectIdOrName: stranger.projectName,
      sessionId,
      callbackParams: params,
    });
    const absent = await goOn('nobody-has-this-one', params);
    expect([foreign.status, foreign.body['detail']]).toEqual([404, absent.body['detail']]);
    const db = openDatabase(platform.databaseUrl('installation'));
    await db('custom_auth_sessions').update({ expire_time: Date.now() - 1 });
    const rows: unknown = await db('custom_auth_sessions').select();
    await db.destroy();
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${sessionId}|sandbox-secret|${params['state']}`));
    expect((await goOn(sessionId, params)).status).toBe(404);
  });

  it('reports that the provider refuses, or is unavailable', async () => {
    const app = { provider: 'sandboxSteps', clientId: 'sandbox-client-2', clientSecret: 'x' };
    const { id } = succeeded<{ id: string }>(await builder.call('POST', '/provider-apps', app));
    const first = await redirectOf(begin('refused', { providerAppId: id }));
    const second = await redirectOf(goOn(first.sessionId, await visit(first.url)));
    const refused = await goOn(second.sessionId, {
      code: 'guessed',
      state: new URL(second.url).searchParams.get('state')!,
    });
    expect(refused.status).toBe(422);
    expect(refused.text).not.toContain('guessed');
    const down = await redirectOf(begin('down', { providerMetadata: { baseUrl: 'http://127.0.0.1:9' } }));
    const stateOf = ({ url }: { url: string }) => new URL(url).searchParams.get('state') ?? '';
    const next = await redirectOf(goOn(down.sessionId, { workspace_id: 'eu-1', state: stateOf(down) }));
    expect((await goOn(next.sessionId, { code: 'c', state: stateOf(next) })).status).toBe(502);
    expect(await builder.get('/connections?groupRef=down')).toEqual([]);
  });

  it.each<[string, number, object]>([
    ['without a provider', 400, { provider: undefined }],
    ['without a group', 400, { groupRef: undefined }],
    ['with a provider whose file has no steps', 422, { provider: 'unwritten' }],
    ['in a missing project', 404, { projectIdOrName: 'other' }],
  ])('refuses to start %s', async (_what, status, more) => {
    expect((await begin('wrong', more)).status).toBe(status);
    expect(await builder.get('/connections?groupRef=wrong')).toEqual([]);
  });

  it("S5: passes nothing on in a browser that did not continue the sign-in, and else only to the project's origins", async () => {
    const { url } = await redirectOf(begin('attacker'));
    const callback = await callbackUrl(new URL(url));
    for (const cookie of ['', 'causeway-sign-in-0123456789ab=of-another']) {
      const { text } = await request('', 'GET', callback.href, { headers: { cookie } });
      expect(text).toContain('did not start the sign-in');
      expect([text.includes('postMessage'), text.includes(callback.searchParams.get('state') ?? '?')]).toEqual([
        false,
        false,
      ]);
    }
    const allowed = await request('', 'GET', callback.href, { headers: { cookie: cookiesOf(callback.origin) } });
    expect(outcomeIn(allowed.text).origins).toEqual([platform.origin]);
  });

  it('shows any text of the provider as plain text', async () => {
    const hostile = `</script><script>alert(1)</script>\u2028`;
    const { text } = await request(
      platform.origin,
      'GET',
      `/callbacks/v1/custom-auth?code=${encodeURIComponent(hostile)}&a=1&a=2`,
      { headers: { cookie: cookiesOf(platform.origin) } },
    );
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(text).toContain('\\u003c/script>');
    expect(text).not.toContain('\u2028');
  });
});
