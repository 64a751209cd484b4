import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type ScriptedProvider, startScriptedProvider } from '../support/scripted_provider.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

type Connection = { providerMetadata: Record<string, { value: string; source: string }> };

const told = {
  name: 'told',
  displayName: 'Told',
  baseURL: '{{.baseUrl}}/sites/{{.siteId}}',
  auth: { type: 'apiKey', in: 'header', name: 'X-Key' },
  variables: [{ name: 'baseUrl' }, { name: 'siteName' }],
  learned: [
    {
      name: 'siteId',
      from: {
        url: '{{.baseUrl}}/mine',
        list: 'sites',
        where: { path: 'name', equals: '{{.siteName}}' },
        path: 'id',
      },
    },
  ],
  support: ['read'],
  objects: { things: { path: '/things', records: 'data', id: 'id', paging: { kind: 'auto' } } },
};

describe('values that a provider returns for an account after it is connected', () => {
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-providers-'));
  let platform: TestPlatform;
  let builder: Builder;
  let org: ScriptedProvider;
  let receiver: Receiver;

  beforeAll(async () => {
    writeFileSync(join(providersDir, 'told.yaml'), stringify(told));
    [org, receiver, platform] = await Promise.all([
      startScriptedProvider(),
      startReceiver(),
      startTestPlatform({ CAUSEWAY_PROVIDERS_DIR: providersDir }),
    ]);
    builder = aBuilder(platform);
    await builder.addDestination('main', receiver);
  });

  afterAll(async () => {
    await platform.stop();
    await Promise.all([org.stop(), receiver.stop()]);
    rmSync(providersDir, { recursive: true, force: true });
  });

  const connect = (groupRef: string, siteName: string, more: Record<string, string> = {}) =>
    builder.call('POST', '/connections:generate', {
      provider: 'told',
      groupRef,
      consumerRef: 'person',
      apiKey: 'k',
      providerMetadata: { baseUrl: org.url, siteName, ...more },
    });
  const sites = () =>
    org.answer(({ path }) => ({
      text: path === '/mine' ? '{"sites":[{"id":"s1","name":"one"},{"id":"s2","name":"two"}]}' : '{"data":[{"id":1}]}',
    }));

  it('are in the connection, and used in its reads', async () => {
    sites();
    const { id } = succeeded<{ id: string }>(await connect('acme', 'two'));
    const { providerMetadata } = await builder.get<Connection>(`/connections/${id}`);
    expect(providerMetadata['siteId']).toMatchObject({ value: 's2', source: 'token' });
    const integrationId = await builder.deploy({
      name: 'told',
      provider: 'told',
      read: { objects: [{ objectName: 'things', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    await builder.installed(integrationId, 'acme', { things: {} }, { provider: 'told' });
    const { status } = await builder.finished(await builder.trigger(integrationId, 'things', 'acme'));
    expect([status, org.asked.at(-1)?.path]).toEqual(['success', '/sites/s2/things']);
    expect(org.asked.find(({ path }) => path === '/mine')?.headers['x-key']).toBe('k');
  });

  it('L5: are used in a read that says that its list may be incomplete', async () => {
    sites();
    succeeded(await connect('silent', 'two'));
    const integrationId = await builder.deploy({
      name: 'silent',
      provider: 'told',
      read: { objects: [{ objectName: 'things', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    await builder.installed(integrationId, 'silent', { things: {} }, { provider: 'told' });
    const trigger = () => builder.trigger(integrationId, 'things', 'silent');
    const operation = await builder.finished(await trigger());
    expect(operation).toMatchObject({ status: 'success', isComplete: false });
    org.answer(() => ({ text: '{"data":[{"id":1}],"has_more":false}' }));
    expect(await builder.finished(await trigger())).toMatchObject({ status: 'success', isComplete: true });
  });

  it('are not requested if the builder has provided them', async () => {
    org.asked.length = 0;
    succeeded(await connect('said', 'two', { siteId: 's9' }));
    expect(org.asked.map(({ path }) => path)).toEqual(['/sites/s9/things']); // the check of the key
  });

  it('prevent the connection if the provider does not return them, or does not answer', async () => {
    sites();
    const unknown = await connect('nobody', 'three');
    expect([unknown.status, unknown.body['detail']]).toEqual([422, 'Told returned no siteId for this account.']);
    org.answer(() => ({ status: 503, text: '' }));
    expect((await connect('away', 'two')).status).toBe(502);
    expect(await builder.get<unknown[]>('/connections?groupRef=away')).toEqual([]);
  });
});
