import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { runCommand } from '../support/command_line.ts';
import { recordIdsOf } from '../support/envelopes.ts';
import { eventually } from '../support/eventually.ts';
import { addProject } from '../support/second_project.ts';
import { type Stage, startStage } from '../support/stage.ts';

const RECORDS = 40;
const TOKEN = 'Bearer receiver-token';

type Delivery = { id: string; state: string; installationId: string; objectName: string; operationId: string };
type Attempt = { number: number; status?: number; error?: string; answer?: string; latencyMs: number };
type List<T> = { results: T[]; pagination: { done: boolean; nextPageToken?: string } };

/** Answers every message with 500 and a text that has its Authorization header. */
async function startRefusing(): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(500).end(`no such column; you sent ${request.headers.authorization}`));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in` };
}

describe('L11: a destination that refuses everything', () => {
  let stage: Stage;
  let builder: Builder;
  let stranger: Builder;
  let refusing: Awaited<ReturnType<typeof startRefusing>>;
  let integrationId: string;
  let installationId: string;
  let operations: { contacts: string; companies: string };

  beforeAll(async () => {
    [stage, refusing] = await Promise.all([startStage({ records: RECORDS }), startRefusing()]);
    ({ builder } = stage);
    stranger = aBuilder(await addProject(stage.platform, 'stranger'));
    const metadata = { url: refusing.url, headers: { authorization: TOKEN } };
    succeeded(await builder.call('POST', '/destinations', { name: 'broken', type: 'webhook', metadata }));
    await builder.connect(stage.sandbox, 'acme');
    const fields = { requiredFields: [{ fieldName: 'id' }] };
    integrationId = await builder.deploy({
      name: 'crm-in',
      read: {
        objects: [
          { objectName: 'contacts', mapToName: 'person', destination: 'broken', ...fields },
          { objectName: 'companies', destination: 'main', ...fields },
        ],
      },
    });
    installationId = await builder.installed(integrationId, 'acme', { contacts: {}, companies: {} });
    const contacts = await builder.trigger(integrationId, 'contacts', 'acme');
    const companies = await builder.trigger(integrationId, 'companies', 'acme');
    await Promise.all([builder.finished(contacts), builder.finished(companies)]);
    operations = { contacts, companies };
    await eventually(async () => expect(recordIdsOf(stage.receiver, companies)).toHaveLength(RECORDS));
    await eventually(async () => {
      expect((await broken()).results[0]).toMatchObject({ error: 'status 500' });
    });
  });
  afterAll(async () => {
    await stage.stop();
    refusing.server.close();
  });

  const broken = (query = '') => builder.get<List<Delivery>>(`/destinations/broken/deliveries${query}`);
  function causeway(...args: string[]) {
    const { apiKey, project } = stage.platform.ready;
    return runCommand(...args, '--url', stage.platform.origin, '--api-key', apiKey, '--project', project.name);
  }

  it('shows its deliveries, with their subject and the reason of their failure', async () => {
    const { results, pagination } = await broken('?state=pending');
    expect(pagination).toEqual({ done: true });
    expect(results.length).toBeGreaterThan(0);
    for (const one of results)
      expect(one).toMatchObject({
        state: 'pending',
        installationId,
        objectName: 'person',
        operationId: operations.contacts,
      });
    expect((await broken('?state=delivered')).results).toEqual([]);
    expect((await broken(`?installationId=${installationId}&objectName=person`)).results).toHaveLength(results.length);
    expect((await broken('?objectName=other')).results).toEqual([]);
    expect((await broken('?until=2020-01-01T00:00:00Z')).results).toEqual([]);
    expect((await broken('?since=2020-01-01T00:00:00Z')).results).toHaveLength(results.length);
    const refusal = await builder.call('GET', '/destinations/broken/deliveries?state=vanished');
    expect(refusal).toMatchObject({ status: 400 });
    expect(refusal.text).toContain('pending, held, delivered');
  });

  it('is listed with the other destinations of the project, by each filter', async () => {
    const list = (query: string) => builder.get<List<Delivery>>(`/deliveries${query}`);
    const ids = ({ results }: List<Delivery>) => results.map(({ id }) => id);
    const all = await list('?pageSize=1000');
    expect(ids(all)).toEqual(expect.arrayContaining(ids(await broken())));
    expect(ids(all).length).toBeGreaterThan((await broken()).results.length);
    expect(ids(await list('?destination=broken'))).toEqual(ids(await broken()));
    const ofRead = await list(`?operationId=${operations.companies}`);
    expect(ofRead.results.length).toBeGreaterThan(0);
    for (const one of ofRead.results) expect(one).toMatchObject({ operationId: operations.companies });
    const page = await list('?pageSize=1');
    expect(ids(page)).toHaveLength(1);
    const next = await list(`?pageSize=1&pageToken=${page.pagination.nextPageToken}`);
    expect(ids(next)).not.toEqual(ids(page));
    expect((await builder.call('GET', '/deliveries?destination=nothing')).status).toBe(404);
    expect((await builder.call('GET', '/deliveries?state=vanished')).status).toBe(400);
    expect((await stranger.get<List<Delivery>>('/deliveries')).results).toEqual([]);
  });

  it("shows every attempt with the receiver's answer, without the secrets that it echoed", async () => {
    const [first] = (await broken()).results;
    const found = await builder.get<Delivery & { attempts: Attempt[] }>(`/deliveries/${first?.id}`);
    expect(found.attempts.length).toBeGreaterThan(0);
    const [attempt] = found.attempts;
    expect(attempt).toMatchObject({ number: 1, status: 500 });
    expect(attempt?.answer).toContain('no such column; you sent');
    expect(JSON.stringify(found)).not.toContain('receiver-token');
  });

  it('says itself that it fails, and since when', async () => {
    const destination = await builder.get<{ status: string; failures: number; failingSince?: string }>(
      '/destinations/broken',
    );
    expect(destination).toMatchObject({ status: 'active', failingSince: expect.any(String) });
    expect(destination.failures).toBeGreaterThan(0);
    const healthy = await builder.get<object>('/destinations/main');
    expect(healthy).toMatchObject({ failures: 0 });
    expect(healthy).not.toHaveProperty('failingSince');
  });

  it('is named in the log of the operation whose records it refuses', async () => {
    const lines = async () =>
      (await builder.logs(operations.contacts)).map(({ severity, message }) => ({ severity, ...message }));
    await eventually(async () =>
      expect(await lines()).toContainEqual(
        expect.objectContaining({
          severity: 'WARNING',
          msg: 'Deliveries to the destination broken fail. They are tried again.',
          error: 'status 500',
        }),
      ),
    );
    const other = (await builder.logs(operations.companies)).map(({ message }) => message.msg);
    expect(other.filter((msg) => msg.startsWith('Deliveries'))).toEqual([]);
  });

  it('leads from a record to the operations that delivered it', async () => {
    const [recordId = ''] = recordIdsOf(stage.receiver, operations.companies);
    const list = (query: string) => builder.get<List<{ id: string }>>(`/operations?${query}`);
    const of = `installationId=${installationId}&objectName=companies`;
    const found = (await list(`${of}&recordId=${encodeURIComponent(recordId)}`)).results.map(({ id }) => id);
    expect(found).toContain(operations.companies);
    const [newest] = (await list(`${of}&recordId=${encodeURIComponent(recordId)}`)).results;
    const { messageIds } = (newest as unknown as { metadata: { messageIds: string[] } }).metadata;
    const delivery = await builder.get<Delivery>(`/deliveries/${messageIds[0]}`);
    expect(delivery).toMatchObject({ state: 'delivered', operationId: newest?.id });
    expect((await list(`${of}&recordId=absent`)).results).toEqual([]);
    expect(await builder.call('GET', `/operations?recordId=${recordId}`)).toMatchObject({ status: 400 });
    const all = (await list('status=success')).results.map(({ id }) => id);
    expect(all).toEqual(expect.arrayContaining([operations.contacts, operations.companies]));
    expect(all).toEqual(all.toSorted().toReversed());
    expect((await list('actionType=write')).results).toEqual([]);
    const { results, pagination } = await list('pageSize=1');
    expect(results).toHaveLength(1);
    expect((await list(`pageSize=1&pageToken=${pagination.nextPageToken}`)).results).not.toEqual(results);
  });

  it('is hidden from another project, and from a key for browsers', async () => {
    const [first] = (await broken()).results;
    const { id: destinationId } = await builder.get<{ id: string }>('/destinations/broken');
    for (const path of [`/deliveries/${first?.id}`, `/destinations/${destinationId}/deliveries`])
      expect(await stranger.call('GET', path)).toMatchObject({ status: 404 });
    const theirs = `/operations?installationId=${installationId}&objectName=companies&recordId=1`;
    expect(await stranger.get(theirs)).toEqual({ results: [], pagination: { done: true } });
    const key = succeeded<{ key: string }>(
      await builder.call('POST', '/api-keys', { label: 'browser', scopes: ['frontend'] }),
    );
    const { origin, ready } = stage.platform;
    const browser = aBuilder({ origin, ready: { ...ready, apiKey: key.key } });
    for (const path of ['/operations', `/deliveries/${first?.id}`, '/destinations/broken/deliveries'])
      expect(await browser.call('GET', path)).toMatchObject({ status: 403 });
  });

  it('is seen from the command line, without an id', async () => {
    const listed = await causeway('deliveries', 'list', '--destination', 'broken', '--installation', 'acme');
    expect(listed).toMatchObject({ code: 0, err: '' });
    expect(listed.out).toMatch(/^ID +STATE +ATTEMPTS +DESTINATION +ABOUT/);
    expect(listed.out).toMatch(/pending +\d+ +broken +person .*status 500\n/);
    const page = JSON.parse(
      (await causeway('deliveries', 'list', '--state', 'pending', '--since', '1h', '--limit', '1', '--json')).out,
    ) as { results: Delivery[]; pagination: object };
    expect(page).toMatchObject({ results: [{ state: 'pending' }], pagination: { done: expect.any(Boolean) } });
    const [{ id } = { id: '' }] = page.results;
    expect((await causeway('deliveries', 'get', id)).out).toMatch(/Attempt 1 .* status 500\n {4}no such column/);

    const some = await causeway(
      'operations',
      'list',
      '--integration',
      'crm-in',
      '--installation',
      'acme',
      '--object',
      'person',
    );
    expect(some.out).toContain(operations.contacts);
    expect(some.out).not.toContain(operations.companies);
    expect((await causeway('operations', 'get', operations.contacts)).out).toContain(installationId);
    expect((await causeway('operations', 'logs', operations.contacts)).code).toBe(0);

    expect((await causeway('installations', 'list', '--integration', 'crm-in')).out).toMatch(
      new RegExp(`${installationId} +crm-in +acme +sandbox`),
    );
    expect((await causeway('destinations', 'list')).out).toMatch(/ broken +webhook +(active|failing) +[1-9]\d* /);
    expect(await causeway('operations', 'list', '--installation', 'nobody')).toMatchObject({
      code: 1,
      err: expect.stringContaining('causeway installations list'),
    });
    expect(await causeway('deliveries', 'list', '--destinaton', 'broken')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean --destination?'),
    });
  });
});
