import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { aVisitor } from '../support/console_visitor.ts';
import { request, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type Reply, type ScriptedProvider, startScriptedProvider } from '../support/scripted_provider.ts';

type Connection = { id: string; status: string; isVerified: boolean };

const objects = { things: { path: '/things' }, parts: { path: '/parts' } };
const reading = { records: 'data', id: 'id', pageSize: { param: 'limit', default: 50 }, paging: { kind: 'none' } };
/** Own provider files: with a health check, with objects alone, with a refusal of its own, and with nothing to ask. */
const FILES: Record<string, object> = {
  checked: { healthCheck: { url: '{{.baseUrl}}/me' }, support: ['read'], reading, objects },
  listed: { support: ['read'], reading, objects },
  worded: {
    support: ['read'],
    reading,
    objects,
    errors: [{ status: [403], body: { path: 'code', equals: 'bad_key' }, kind: 'credentials' }],
  },
  mute: {},
};
const REFUSED: Reply = { status: 401, text: '{"message":"no such key CANARY-key"}' };

describe('connecting asks the provider', () => {
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-providers-'));
  let platform: TestPlatform;
  let builder: Builder;
  let provider: ScriptedProvider;

  beforeAll(async () => {
    const auth = { type: 'apiKey', in: 'header', name: 'X-Key' };
    for (const [name, facts] of Object.entries(FILES)) {
      const shared = { name, displayName: 'Acme', baseURL: '{{.baseUrl}}', auth, variables: [{ name: 'baseUrl' }] };
      writeFileSync(join(providersDir, `${name}.yaml`), stringify({ ...shared, ...facts }));
    }
    [provider, platform] = await Promise.all([
      startScriptedProvider(),
      startTestPlatform({ CAUSEWAY_PROVIDERS_DIR: providersDir }),
    ]);
    builder = aBuilder(platform);
  });
  afterAll(async () => {
    await platform.stop();
    await provider.stop();
    rmSync(providersDir, { recursive: true, force: true });
  });

  const bodyFor = (name: string, groupRef: string) => ({
    provider: name,
    groupRef,
    consumerRef: 'ada',
    providerMetadata: { baseUrl: provider.url },
    apiKey: 'CANARY-key',
  });
  const generate = (name: string, groupRef = name) =>
    builder.call('POST', '/connections:generate', bodyFor(name, groupRef));
  const connected = (groupRef: string) => builder.get<Connection[]>(`/connections?groupRef=${groupRef}`);
  const lastAsked = () => provider.asked.at(-1)?.path;

  it.each([
    ['checked', '/me'],
    ['listed', '/things?limit=1'],
  ])('with a key of the provider %s, at %s, and is verified when it accepts it', async (name, path) => {
    provider.answer(() => ({ text: '{"data":[]}' }));
    const before = provider.asked.length;
    const { status, body } = await generate(name);
    expect([status, body]).toEqual([201, expect.objectContaining({ status: 'working', isVerified: true })]);
    expect(provider.asked.slice(before)).toMatchObject([{ path, headers: { 'x-key': 'CANARY-key' } }]);
    expect(await connected(name)).toMatchObject([{ isVerified: true }]);
  });

  it.each([
    ['checked', REFUSED],
    ['listed', REFUSED],
    ['worded', { status: 403, text: '{"code":"bad_key"}' }],
  ])('saves nothing when the provider %s refuses the key, and says what to do', async (name, reply) => {
    provider.answer(() => reply);
    const { status, body } = await generate(name, 'refused');
    expect([status, body]).toEqual([
      422,
      expect.objectContaining({
        detail: 'Acme does not accept these credentials. Nothing was saved.',
        remedy: expect.stringContaining('enter them again'),
      }),
    ]);
    expect(JSON.stringify(body)).not.toContain('CANARY');
    expect(await connected('refused')).toEqual([]);
  });

  it.each<[string, string, () => Reply | Promise<Reply>]>([
    ['403', 'listed', () => ({ status: 403, text: '{"code":"no_scope"}' })],
    ['403-of-a-file-that-words-refusals', 'worded', () => ({ status: 403, text: '{"code":"no_scope"}' })],
    ['403-of-a-health-check', 'checked', () => ({ status: 403, text: '{}' })],
    ['500', 'listed', () => ({ status: 500, text: '{}' })],
    ['a-page-of-HTML', 'checked', () => ({ type: 'text/html', text: '<p>Sign in</p>' })],
    ['a-cut', 'listed', () => ({ text: '{"data":[{"id":1}]}', isCut: true })],
    ['no-answer', 'listed', () => new Promise<Reply>(() => {})],
  ])('saves the key as not checked after %s', async (groupRef, name, reply) => {
    provider.answer(reply);
    const { status, body } = await generate(name, groupRef);
    expect([status, body]).toEqual([201, expect.objectContaining({ status: 'created', isVerified: false })]);
    expect(await connected(groupRef)).toMatchObject([{ status: 'created', isVerified: false }]);
  });

  it('saves the key as not checked when its file says nothing that can be asked', async () => {
    const before = provider.asked.length;
    expect((await generate('mute')).body).toMatchObject({ status: 'created', isVerified: false });
    expect(provider.asked).toHaveLength(before);
  });

  it('asks for the first object of the integration that a connect session is for', async () => {
    provider.answer(() => ({ text: '{"data":[]}' }));
    const read = { objects: [{ objectName: 'parts', destination: 'main' }] };
    await builder.deploy({ name: 'of-parts', provider: 'listed', read });
    const session = { integration: 'of-parts', groupRef: 'parts', consumerRef: 'ada' };
    const { url } = succeeded<{ url: string }>(await builder.call('POST', '/connect-sessions', session));
    const opened = await aVisitor(platform).post('/connect/session', {
      token: new URL(url).hash.slice('#token='.length),
    });
    const { key } = succeeded<{ key: { token: string } }>(opened);
    const { status } = await request(
      platform.origin,
      'POST',
      `/v1/projects/${builder.projectName}/connections:generate`,
      {
        headers: { 'x-api-key': key.token, 'content-type': 'application/json' },
        body: JSON.stringify(bodyFor('listed', 'parts')),
      },
    );
    expect([status, lastAsked()]).toEqual([201, '/parts?limit=1']);
  });

  it('asks again when the key is replaced', async () => {
    provider.answer(() => ({ status: 500, text: '{}' }));
    const { id } = (await generate('listed', 'replaced')).body as Connection;
    const replace = () =>
      builder.call('PATCH', `/connections/${id}`, { updateMask: ['apiKey'], connection: { apiKey: 'CANARY-new' } });
    provider.answer(() => REFUSED);
    expect((await replace()).status).toBe(422);
    expect(await builder.get(`/connections/${id}`)).toMatchObject({ status: 'created', isVerified: false });
    provider.answer(() => ({ text: '{"data":[]}' }));
    expect((await replace()).body).toMatchObject({ status: 'working', isVerified: true });
  });
});
