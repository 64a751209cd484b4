import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { CATALOGUE } from '../contract/catalogue_names.ts';
import { aBuilder, type Builder } from '../support/builder.ts';
import { request, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

/** A provider of the builder's own: the sandbox under another name, with another page size. */
const OWN_PROVIDER = `name: inHouse
displayName: In-house CRM
baseURL: '{{.address}}'
auth: {type: apiKey, in: header, name: X-Sandbox-Key}
variables: [{name: address, displayName: Address}]
support: [read, write]
can: [read, write]
objects:
  people:
    path: /api/v1/contacts
    records: data
    id: id
    updatedAt: updated_at
    pageSize: {param: limit, default: 7, max: 1000}
    since: {param: updated_since}
    paging: {kind: cursor, path: next_cursor, param: cursor}
  # Written, but not got by its id.
  companies: {path: /api/v1/companies, records: data, id: id, paging: {kind: none}, write: {create: {}, update: {method: PATCH}}}
`;

describe('one port', () => {
  const providersDir = mkdtempSync(join(tmpdir(), 'causeway-providers-'));
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;

  beforeAll(async () => {
    writeFileSync(join(providersDir, 'inHouse.yaml'), OWN_PROVIDER);
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ records: 30 }),
      startReceiver(),
      startTestPlatform({
        CAUSEWAY_GATEWAY_READ_HOSTS: 'read.example.com',
        CAUSEWAY_GATEWAY_WRITE_HOSTS: 'write.example.com',
        CAUSEWAY_PROVIDERS_DIR: providersDir,
      }),
    ]);
    builder = aBuilder(platform);
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await sandbox.stop();
    rmSync(providersDir, { recursive: true });
  });

  it('lists all providers without a key, each with the features that Causeway supports', async () => {
    const { status, body } = await request(platform.origin, 'GET', '/v1/providers');
    const providers = Object.entries(
      body as Record<string, { name: string; support: { read: boolean; write: boolean } }>,
    );
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(expect.arrayContaining([...CATALOGUE, 'sandbox', 'inHouse']));
    expect(providers.every(([name, info]) => info.name === name)).toBe(true);
    const read = providers.filter(([, { support }]) => support.read).map(([name]) => name);
    expect(read).toEqual(
      expect.arrayContaining([
        'github',
        'hubspot',
        'pipedrive',
        'stripe',
        'wordPress',
        'zendeskSupport',
        'sandbox',
        'inHouse',
      ]),
    );
    const writable = providers.filter(([, { support }]) => support.write).map(([name]) => name);
    expect(writable).toContain('sandbox');
    expect(writable).not.toContain('github');
    const { salesforce } = body as Record<string, unknown>;
    expect(salesforce).toMatchObject({
      verified: { write: 'recorded', delete: 'recorded' },
      modules: { 'account-engagement': { verified: { write: 'facts', delete: 'facts' } } },
    });
    const one = await request(platform.origin, 'GET', '/v1/providers/hubspot');
    expect(one.body).toEqual((body as Record<string, unknown>)['hubspot']);
    expect((await request(platform.origin, 'GET', '/v1/providers/constructor')).status).toBe(404);
  });

  it('reads through a provider file of the user, without a rebuild', async () => {
    await builder.addDestination('main', receiver);
    const integrationId = await builder.deploy({
      name: 'own',
      provider: 'inHouse',
      read: {
        objects: [
          { objectName: 'people', destination: 'main', requiredFields: [{ fieldName: 'id' }, { fieldName: 'email' }] },
        ],
      },
    });
    await builder.connect(sandbox, 'g', {
      provider: 'inHouse',
      apiKey: 'sandbox-key',
      providerMetadata: { address: sandbox.url },
    });
    await builder.installed(integrationId, 'g', { people: {} }, { provider: 'inHouse' });
    const operation = await builder.finished(await builder.trigger(integrationId, 'people', 'g'));
    expect(operation).toMatchObject({ status: 'success', metadata: { progress: { recordsProcessed: 30 } } });
    await receiver.waitFor(() => receiver.records('people').size === 30, 10_000);
    // One record when the account was connected, and then five pages.
    expect(sandbox.control.stats().pages['contacts']).toBe(6);
  });

  it('serves the read and the write base on host names of their own', async () => {
    const [integration] = await builder.get<{ id: string }[]>('/integrations');
    const path = `/v1/projects/demo/integrations/${integration?.id}/objects/people`;
    const body = JSON.stringify({ groupRef: 'g', mode: 'async' });
    expect(await post('read.example.com', path, body)).toMatchObject({ status: 201 });
    expect(await post('READ.example.com:8443', path, body)).toMatchObject({ status: 201 });
    expect(await post('localhost', path, body)).toMatchObject({ status: 404 });
    const write = JSON.stringify({ groupRef: 'nobody', type: 'create', record: {} });
    expect(await post('write.example.com', path, write)).toMatchObject({
      status: 400,
      text: expect.stringContaining('The group has no installation'),
    });
  });

  it('says of an installation what the provider file can not write, and refuses a config that could never work', async () => {
    const integrationId = await builder.deploy({
      name: 'notes-back',
      provider: 'inHouse',
      write: { objects: [{ objectName: 'people' }, { objectName: 'companies' }] },
    });
    const write = (objects: object) => ({ provider: 'inHouse', write: { objects } });
    const ifEmpty = { companies: { selectedFieldSettings: { name: { writeOnUpdate: 'ifEmpty' } } } };
    const refused = await builder.install(integrationId, 'g', {}, write(ifEmpty));
    expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('(write-if-empty)') });
    const id = await builder.installed(integrationId, 'g', {}, write({ people: {} }));
    const path = `/integrations/${integrationId}/installations/${id}`;
    const warned = { path: 'config.content.write.objects.people', rule: 'object-writable' };
    expect(await builder.get(path)).toMatchObject({ warnings: [expect.objectContaining(warned)] });
    const patched = await builder.call('PATCH', path, {
      updateMask: ['config.content.write.objects.companies'],
      installation: { config: { content: write(ifEmpty) } },
    });
    expect(patched).toMatchObject({ status: 422, text: expect.stringContaining('(write-if-empty)') });
  });

  /** fetch does not allow a custom Host header. */
  function post(host: string, path: string, body: string): Promise<{ status: number | undefined; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = { host, 'x-api-key': platform.ready.apiKey, 'content-type': 'application/json' };
      const { port } = new URL(platform.origin);
      const outgoing = httpRequest({ host: '127.0.0.1', port, path, method: 'POST', headers }, (answer) => {
        let text = '';
        answer
          .on('data', (chunk) => (text += String(chunk)))
          .on('end', () => resolve({ status: answer.statusCode, text }));
      });
      outgoing.on('error', reject).end(body);
    });
  }

  it.each(['/search/v1/projects/demo/integrations/x', '/search'])('has no endpoint at %s yet', async (path) => {
    const answer = await builder.send('POST', path, {});
    expect([answer.status, answer.type]).toEqual([404, 'application/problem+json']);
  });

  it('explains every problem at the address in its type', async () => {
    const { body } = await builder.call('POST', '/topics', { name: 7 });
    const page = await fetch(String(body['type']));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('400')]);
    expect((await fetch(`${platform.origin}/problems/toString`)).status).toBe(404);
  });

  it('serves its document and its health check', async () => {
    for (const base of ['/v1', '/read/v1']) {
      expect(await (await fetch(`${platform.origin}${base}/openapi.json`)).json()).toMatchObject({
        openapi: '3.1.0',
        info: { title: 'Causeway' },
      });
    }
    for (const path of ['/healthz', '/readyz']) expect((await fetch(platform.origin + path)).status).toBe(200);
  });
});
