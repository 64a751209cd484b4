import { Buffer } from 'node:buffer';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { addApiKey } from '../support/credentials.ts';
import { aSigner, type Signer } from '../support/customers.ts';
import { echoProviders, MARKER, type Shape, startEchoProvider } from '../support/echo_provider.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, request, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { openCallback, pressContinue } from '../support/sign_in.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const SECRET = {
  client: `cs ${MARKER}/+="&<1>`,
  code: `code-${MARKER}`,
  key: `key-${MARKER}/+=1`,
  password: `pw-${MARKER}"é`,
  header: `header-${MARKER}`,
};
const EVENTS = [
  'connection.created',
  'connection.updated',
  'connection.error',
  'connection.deleted',
  'read.triggered.error',
];

/**
 * Secrets with a marker go to a provider and a receiver that echo everything. Then no answer, page, webhook, log line or
 * database file may contain the marker, in any usual spelling.
 */
describe('S3: a provider that echoes what it gets', () => {
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-providers-'));
  let echo: Awaited<ReturnType<typeof startEchoProvider>>;
  let platform: TestPlatform;
  let builder: Builder;
  let receiver: Receiver;
  let frontendKey: string;
  let signer: Signer;
  let appId: string;
  let groups = 0;
  /** What any caller or browser was shown, by what it did. */
  const shown: [what: string, text: string][] = [];
  /** Secrets without the marker: Causeway made them. */
  const made: string[] = [];

  beforeAll(async () => {
    [echo, receiver] = await Promise.all([startEchoProvider(), startReceiver()]);
    for (const [name, text] of Object.entries(echoProviders(echo.url)))
      writeFileSync(join(providersDir, `${name}.yaml`), text);
    platform = await startTestPlatform({
      CAUSEWAY_PROVIDERS_DIR: providersDir,
      CAUSEWAY_INSTALLATION_CONFIRM_REFUSAL_MS: '50',
      CAUSEWAY_INSTALLATION_REVOCATION_ROUND_MS: '100',
    });
    builder = aBuilder(platform);
    [frontendKey, signer] = await Promise.all([addApiKey(platform, ['frontend']), aSigner(builder)]);
    const main = await builder.addDestination('main', receiver);
    await builder.routeEvents('news', main, EVENTS);
    made.push(platform.ready.apiKey, frontendKey, await builder.signingKey('main'));
    for (const name of ['keyring', 'internal-token'])
      made.push(readFileSync(join(platform.dataDir, name), 'utf8').trim());
    const app = { provider: 'echoCode', clientId: 'client', clientSecret: SECRET.client, scopes: ['a'] };
    appId = succeeded<{ id: string }>(await builder.call('POST', '/provider-apps', app)).id;
  });

  afterAll(async () => {
    await platform.stop();
    await Promise.all([echo.stop(), receiver.stop()]);
    rmSync(providersDir, { recursive: true, force: true });
  });

  async function show(what: string, answer: Promise<Answer>): Promise<Answer> {
    const { status, text, body, ...rest } = await answer;
    shown.push([`${what} (${status})`, text + JSON.stringify([...rest.headers])]);
    return { status, text, body, ...rest };
  }

  const aGroup = () => `group-${(groups += 1)}`;
  const generate = (provider: string, credentials: object, groupRef = aGroup()) =>
    show(
      `connect ${provider}`,
      builder.call('POST', '/connections:generate', { provider, groupRef, consumerRef: 'person', ...credentials }),
    );
  const startSteps = (groupRef = aGroup()) =>
    show(
      'custom auth',
      builder.send('POST', '/v1/custom-auth/connect', {
        projectIdOrName: builder.projectName,
        provider: 'echoSteps',
        groupRef,
        consumerRef: 'person',
        customAuth: { apiKey: SECRET.key },
      }),
    );

  /** A sign-in up to the callback; returns the connection's id, or undefined when it failed. */
  async function signIn(groupRef: string, params: Record<string, string> = { code: SECRET.code }) {
    const body = { projectIdOrName: builder.projectName, provider: 'echoCode', groupRef, consumerRef: 'person' };
    const { text } = await builder.send('POST', '/v1/oauth-connect', { ...body, providerAppId: appId });
    const state = (await pressContinue(new URL(text))).searchParams.get('state') ?? '';
    const url = new URL(`${platform.origin}/callbacks/v1/oauth`);
    for (const [name, value] of Object.entries({ state, ...params })) url.searchParams.set(name, value);
    const page = await openCallback(url);
    shown.push([`callback of ${groupRef} ${JSON.stringify(page.message)}`, page.html]);
    made.push(...echo.asked.flatMap(({ body: sent }) => new URLSearchParams(sent).get('code_verifier') ?? []));
    return page.message.data.connection;
  }

  const ways: [string, () => Promise<Answer>][] = [
    ['echoKey', () => generate('echoKey', { apiKey: SECRET.key })],
    ['echoBasic', () => generate('echoBasic', { basicAuth: { username: 'ada', password: SECRET.password } })],
    [
      'echoClient',
      () => generate('echoClient', { oauth2ClientCredentials: { clientId: 'c', clientSecret: SECRET.client } }),
    ],
    [
      'echoPassword',
      () =>
        generate('echoPassword', {
          oauth2PasswordCredentials: {
            clientId: 'c',
            clientSecret: SECRET.client,
            username: 'ada',
            password: SECRET.password,
          },
        }),
    ],
    ['echoSteps', () => startSteps()],
  ];

  it.each(['json', 'text', 'html', 'oauth'] as Shape[])(
    'gets its %s failures into no answer while connecting',
    async (shape) => {
      for (const path of ['/token', '/step']) echo.fail(path, { status: 400, shape });
      echo.fail('/me', { status: 401, shape });
      for (const [, connect] of ways) expect((await connect()).status).toBeGreaterThan(399);
      expect(await signIn(aGroup())).toBeUndefined();
      for (const path of ['/token', '/step', '/me']) echo.fail(path, null);
      echo.fail('/account', { status: 400, shape });
      expect(await signIn(aGroup())).toBeUndefined();
      echo.fail('/account', null);
      const denied = { error: 'access_denied', error_description: `${SECRET.client} <b>` };
      expect(await signIn(aGroup(), denied)).toBeUndefined();
    },
  );

  it('connects, and the values of its successes are stored without secrets', async () => {
    const answers = [];
    for (const [, connect] of ways) answers.push((await connect()).status);
    expect(answers).toEqual([201, 201, 201, 201, 200]);
    expect(await signIn(aGroup())).toEqual(expect.any(String));
    await show('connections', builder.call('GET', '/connections'));
  });

  it('gets its failures into no answer to any caller, no operation and no event', async () => {
    const groupRef = aGroup();
    const id = await signIn(groupRef);
    const key = aGroup();
    await generate('echoKey', { apiKey: SECRET.key }, key);
    const fields = { things: [{ fieldName: 'size', displayName: 'Size', valueType: 'string' }] };
    const customer = signer.sign({ groupRef, consumerRef: 'person' });
    made.push(customer);
    const as = (headers: Record<string, string>, path: string) => request(platform.origin, 'GET', path, { headers });
    const project = `/v1/projects/${builder.projectName}`;
    for (const failure of [null, { status: 400, shape: 'json' as const }, { status: 500, shape: 'html' as const }]) {
      echo.fail('/things/fields', failure);
      for (const [provider, of] of [
        ['echoCode', groupRef],
        ['echoKey', key],
      ] as const) {
        const path = `/providers/${provider}/objects/things/metadata?groupRef=${of}`;
        await show('metadata', builder.call('GET', path));
        await show('metadata for a frontend key', as({ 'x-api-key': frontendKey }, project + path));
        const put = builder.call('PUT', `/providers/${provider}/object-metadata`, { groupRef: of, fields });
        await show('upsert', put);
      }
      const path = `${project}/providers/echoCode/objects/things/metadata?groupRef=${groupRef}`;
      await show('metadata for a customer', as({ authorization: `Bearer ${customer}` }, path));
    }
    const integrationId = await builder.deploy({
      name: 'echo',
      provider: 'echoCode',
      read: { objects: [{ objectName: 'things', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    await builder.installed(integrationId, groupRef, { things: {} }, { provider: 'echoCode' });
    const operations: string[] = [];
    for (const failure of [
      { status: 400, shape: 'json' as const },
      { status: 401, shape: 'text' as const },
    ]) {
      echo.fail('/things', failure);
      echo.fail('/token', { status: 400, shape: 'oauth' });
      const operation = await builder.trigger(integrationId, 'things', groupRef);
      expect(await builder.finished(operation, 60_000)).toMatchObject({ status: 'failure' });
      operations.push(operation);
    }
    await eventually(async () => expect(receiver.notifications('connection.error')).toHaveLength(1), 60_000);
    await eventually(async () => expect(receiver.notifications('read.triggered.error')).toHaveLength(2), 60_000);
    for (const operation of operations) {
      await show('operation', builder.call('GET', `/operations/${operation}`));
      await show('logs', builder.call('GET', `/operations/${operation}/logs`));
    }
    await show('installations', builder.call('GET', `/integrations/${integrationId}/installations`));
    await show('connections', as({ 'x-api-key': frontendKey }, `${project}/connections`));
    await show('connections of a customer', as({ authorization: `Bearer ${customer}` }, `${project}/connections`));
    echo.fail('/revoke', { status: 400, shape: 'json' });
    const repaired = await signIn(aGroup()).then(async (failed) => {
      expect(failed).toBeUndefined();
      echo.fail('/token', null);
      return signIn(aGroup());
    });
    expect((await show('delete', builder.call('DELETE', `/connections/${repaired}`))).status).toBe(204);
    await eventually(async () => expect(platform.log()).toContain('token revocation given up'), 60_000);
    expect(id).toEqual(expect.any(String));
  });

  it('is a receiver, too: the headers that it echoes are in no delivery', async () => {
    const metadata = { url: `${echo.url}/hook`, headers: { 'x-token': SECRET.header } };
    echo.fail('/hook', { status: 400, shape: 'json' });
    const added = builder.call('POST', '/destinations', { name: 'echo', type: 'webhook', metadata });
    const { id } = succeeded<{ id: string }>(await show('destination', added));
    await builder.routeEvents('echoed', id, ['connection.created']);
    await generate('echoKey', { apiKey: SECRET.key });
    await eventually(async () => {
      const list = await show('deliveries', builder.call('GET', '/destinations/echo/deliveries'));
      const [first] = succeeded<{ results: { id: string }[] }>(list).results;
      const { text } = await show('delivery', builder.call('GET', `/deliveries/${first?.id}`));
      expect(text).toContain('refused credential_kept_back');
    });
    await show('destination', builder.call('GET', '/destinations/echo'));
  });

  it('has its secrets back in nothing that was shown, delivered, logged or stored', () => {
    expect(new Set(echo.asked.map(({ path }) => new URL(path, echo.url).pathname))).toEqual(
      new Set(['/token', '/me', '/step', '/account', '/things', '/things/fields', '/revoke', '/hook']),
    );
    for (const [what, text] of shown) expectNone(what, text);
    for (const { body } of receiver.messages) expectNone('webhook', body);
    for (const line of platform.log().split('\n')) expectNone('log', line);
    for (const path of filesBelow(platform.dataDir))
      if (!/(keyring|internal-token)$/.test(path)) expectNone(path, readFileSync(path, 'latin1'));
  });

  function expectNone(where: string, text: string): void {
    const found = [MARKER, ...inBase64(MARKER), ...made].filter((secret) => text.includes(secret));
    const around = found.map((secret) => text.slice(Math.max(0, text.indexOf(secret) - 200)).slice(0, 400));
    expect([where, around]).toEqual([where, []]);
  }
});

/** The marker inside a longer text: without the characters that its neighbours decide, at each of three places. */
function inBase64(marker: string): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.from('x'.repeat(before) + marker).toString('base64');
    return text.slice(before === 0 ? 0 : 4).replace(/.{0,3}=*$/, '');
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : statSync(path).isFile() ? [path] : []));
}
