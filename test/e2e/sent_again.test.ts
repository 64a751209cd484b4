import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import { silentLog } from '../../lib/log/log.ts';
import { webhookVerifier } from '../../testbed/webhook_verifier.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { runCommand } from '../support/command_line.ts';
import { addApiKey } from '../support/credentials.ts';
import { eventually } from '../support/eventually.ts';
import { addProject } from '../support/second_project.ts';
import { type Stage, startStage } from '../support/stage.ts';

const RECORDS = 3;

type Delivery = { id: string; state: string; attemptCount: number; error?: string; attempts: { status?: number }[] };
type List = { results: Delivery[] };
type Test = {
  messageId: string;
  isAccepted: boolean;
  latencyMs: number;
  status?: number;
  error?: string;
  answer?: string;
};
type Operation = { metadata: { progress?: object } };

/** A receiver whose answer a test chooses. */
async function startAnswering() {
  const heard: { id: string; body: string; headers: IncomingMessage['headers'] }[] = [];
  const one = { answer: (response: ServerResponse): void => void response.writeHead(200).end() };
  const server: Server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      heard.push({ id: String(request.headers['webhook-id']), body, headers: request.headers });
      one.answer(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
  return { url, heard, one, close: () => server.closeAllConnections() ?? server.close() };
}

describe('what is sent again', () => {
  let stage: Stage;
  let builder: Builder;
  let stranger: Builder;
  let receiver: Awaited<ReturnType<typeof startAnswering>>;
  let operationId: string;

  beforeAll(async () => {
    // The head time-out is short, for a receiver that hangs.
    const settings = { CAUSEWAY_NOTIFICATIONS_HEAD_TIMEOUT_MS: '1500' };
    [stage, receiver] = await Promise.all([startStage({ records: RECORDS }, settings), startAnswering()]);
    ({ builder } = stage);
    stranger = aBuilder(await addProject(stage.platform, 'stranger'));
    const metadata = { url: `${receiver.url}?token=secret-of-the-url` };
    succeeded(await builder.call('POST', '/destinations', { name: 'again', type: 'webhook', metadata }));
    await builder.connect(stage.sandbox, 'acme');
    const integrationId = await builder.deploy({
      name: 'crm-in',
      read: {
        objects: [{ objectName: 'contacts', destination: 'again', requiredFields: [{ fieldName: 'id' }] }],
      },
    });
    await builder.installed(integrationId, 'acme', { contacts: {} });
    operationId = await builder.trigger(integrationId, 'contacts', 'acme');
    await builder.finished(operationId);
    await eventually(async () => expect((await deliveries()).map(({ state }) => state)).toContain('delivered'));
  });
  afterAll(async () => {
    await stage?.stop();
    receiver?.close();
  });

  const deliveries = async () => (await builder.get<List>('/destinations/again/deliveries')).results;
  const get = (id: string) => builder.get<Delivery>(`/deliveries/${id}`);
  const progressOf = async (id: string) => (await builder.get<Operation>(`/operations/${id}`)).metadata.progress;
  const resend = (id: string, by = builder) => by.call('POST', `/deliveries/${id}:resend`);
  const test = (name: string, by = builder) => by.call('POST', `/destinations/${name}:test`);
  const settled = (id: string, state = 'delivered') =>
    eventually(async () => expect(await get(id)).toMatchObject({ state }));
  async function causeway(...args: string[]) {
    const { apiKey, project } = stage.platform.ready;
    return runCommand(...args, '--url', stage.platform.origin, '--api-key', apiKey, '--project', project.name);
  }
  async function first(): Promise<string> {
    const [one] = await deliveries();
    return one?.id ?? '';
  }
  const setStatus = async (name: string, status: string) =>
    succeeded(
      await builder.call('PATCH', `/destinations/${name}`, { updateMask: ['status'], destination: { status } }),
    );

  it('a delivered message arrives again, with the same id and bytes, and is counted once', async () => {
    const id = await first();
    const before = receiver.heard.filter((one) => one.id === id);
    // A delivery is counted by another service, soon after it.
    const counted = { recordsDelivered: RECORDS, recordsPending: 0 };
    await eventually(async () => expect(await progressOf(operationId)).toMatchObject(counted));
    const progress = await progressOf(operationId);
    const answer = await resend(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id, state: 'pending', attemptCount: 0 });
    await eventually(async () => expect(receiver.heard.filter((one) => one.id === id)).toHaveLength(before.length + 1));
    await settled(id);
    const arrived = receiver.heard.filter((one) => one.id === id);
    expect(new Set(arrived.map(({ body }) => body)).size).toBe(1);
    expect((await get(id)).attempts.map(({ status }) => status)).toEqual([200, 200]);
    expect(await progressOf(operationId)).toEqual(progress);
  });

  it('a resend that the receiver refuses is tried again', async () => {
    const id = await first();
    let refusals = 1;
    receiver.one.answer = (response) => void response.writeHead(refusals-- > 0 ? 500 : 200).end('no column');
    succeeded(await resend(id));
    await eventually(async () => expect(await get(id)).toMatchObject({ state: 'pending', error: 'status 500' }));
    // It waits five seconds for its next attempt; a resend does not.
    succeeded(await resend(id));
    await settled(id);
    receiver.one.answer = (response) => void response.writeHead(200).end();
  });

  it('is 409 while it is sent, and while its destination is disabled', async () => {
    const id = await first();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const count = receiver.heard.length;
    receiver.one.answer = (response) => void released.then(() => response.writeHead(200).end());
    succeeded(await resend(id));
    await eventually(async () => expect(receiver.heard.length).toBeGreaterThan(count));
    const running = await resend(id);
    expect(running).toMatchObject({
      status: 409,
      body: { detail: 'This message is being sent now.', retryable: true },
    });
    release();
    receiver.one.answer = (response) => void response.writeHead(200).end();
    await settled(id);
    await setStatus('again', 'disabled');
    const disabled = await resend(id);
    expect(disabled).toMatchObject({ status: 409, body: { detail: 'The destination again is disabled.' } });
    expect(disabled.body['remedy']).toContain('Set the status of again to active');
    await setStatus('again', 'active');
  });

  it('is 404 for what is unknown, misspelt or of another tenant, and 403 for a key of browsers', async () => {
    const id = await first();
    const count = receiver.heard.length;
    for (const answer of [
      await resend(id, stranger),
      await resend('01900000-0000-7000-8000-000000000000'),
      await resend(`${id}x`),
      await resend('no-id'),
    ])
      expect(answer).toMatchObject({ status: 404, body: { detail: 'There is no such delivery.' } });
    const { platform } = stage;
    const apiKey = await addApiKey(platform, ['frontend']);
    const frontend = aBuilder({ ...platform, ready: { ...platform.ready, apiKey } });
    expect((await resend(id, frontend)).status).toBe(403);
    expect((await test('again', frontend)).status).toBe(403);
    expect(receiver.heard).toHaveLength(count);
  });

  it('tests a destination: signed, of its own id, not stored, whatever the receiver answers', async () => {
    const before = (await deliveries()).length;
    const count = receiver.heard.length;
    const accepted = succeeded<Test>(await test('again'));
    const [message] = receiver.heard.slice(count);
    expect(accepted).toMatchObject({ messageId: message?.id, isAccepted: true, status: 200 });
    const { id, secrets } = await builder.get<{ id: string; secrets: { webhookSigningKey: string } }>(
      '/destinations/again?includeSecrets=true',
    );
    webhookVerifier(secrets.webhookSigningKey).byLibrary(message?.body ?? '', message?.headers ?? {});
    const data = { projectId: stage.platform.ready.project.id, destinationId: id, destinationName: 'again' };
    expect(JSON.parse(message?.body ?? '')).toEqual({ notificationType: 'destination.test', data });
    expect(await deliveries()).toHaveLength(before);
    expect((await builder.call('GET', `/deliveries/${accepted.messageId}`)).status).toBe(404);

    // At the same time, so that a slow machine is not a second late.
    await aSecond();
    const both = await Promise.all([test('again'), test('again')]);
    const [tested, soon] = both.toSorted((one, other) => one.status - other.status);
    expect(tested?.status).toBe(200);
    expect(soon).toMatchObject({
      status: 429,
      body: { detail: 'The destination again was tested less than a second ago.' },
    });
    expect(Number(soon?.headers.get('retry-after'))).toBeGreaterThan(0);

    receiver.one.answer = (response) => void response.writeHead(410).end('gone, you sent secret-of-the-url');
    await aSecond();
    const refused = succeeded<Test>(await test(id));
    expect(refused).toMatchObject({ isAccepted: false, status: 410 });
    expect(refused.answer).toContain('gone, you sent');
    expect(JSON.stringify(refused)).not.toContain('secret-of-the-url');

    receiver.one.answer = () => {};
    await aSecond();
    const hung = succeeded<Test>(await test('again'));
    expect(hung).toMatchObject({ isAccepted: false, error: 'timeout' });
    expect(hung).not.toHaveProperty('status');
    expect(hung.latencyMs).toBeGreaterThanOrEqual(1_400);
    receiver.one.answer = (response) => void response.writeHead(200).end();
    expect(await builder.get('/destinations/again')).toMatchObject({ status: 'active', failures: 0 });
  });

  it('tests one that was created disabled, and one that cannot be reached', async () => {
    const made = await builder.call('POST', '/destinations', {
      name: 'later',
      type: 'webhook',
      metadata: { url: receiver.url },
      status: 'disabled',
    });
    expect(succeeded(made)).toMatchObject({ status: 'disabled', health: { state: 'disabled', reason: 'requested' } });
    expect(succeeded<Test>(await test('later'))).toMatchObject({ isAccepted: true, status: 200 });
    expect(await builder.get('/destinations/later')).toMatchObject({ status: 'disabled' });
    const metadata = { url: 'http://127.0.0.1:9/nobody' };
    succeeded(await builder.call('POST', '/destinations', { name: 'nobody', type: 'webhook', metadata }));
    expect(succeeded<Test>(await test('nobody'))).toMatchObject({ isAccepted: false, error: 'unreachable' });
    const status = 'paused';
    const wrong = await builder.call('POST', '/destinations', { name: 'wrong', type: 'webhook', metadata, status });
    expect(wrong.status).toBe(400);
  });

  it('tests nothing of another tenant, and suggests the name that was meant', async () => {
    const count = receiver.heard.length;
    expect((await test('again', stranger)).status).toBe(404);
    expect(await test('agian')).toMatchObject({ status: 404, body: { remedy: 'Did you mean again?' } });
    expect(receiver.heard).toHaveLength(count);
  });

  it('does all of it at the command line', async () => {
    const created = await causeway(
      'destinations',
      'create',
      'typed',
      '--webhook',
      receiver.url,
      '--disabled',
      '--json',
    );
    expect(created).toMatchObject({ code: 0 });
    expect(JSON.parse(created.out)).toMatchObject({ name: 'typed', status: 'disabled' });
    const tested = await causeway('destinations', 'test', 'typed');
    expect(tested).toMatchObject({ code: 0 });
    expect(tested.out).toMatch(/^typed accepted the test message: status 200 after \d+ ms\.\n$/);
    receiver.one.answer = (response) => void response.writeHead(500).end('no such column');
    await aSecond();
    const refused = await causeway('destinations', 'test', 'typed');
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.out).toMatch(/^typed refused the test message: status 500 after \d+ ms\.\n {4}no such column\n$/);
    receiver.one.answer = (response) => void response.writeHead(200).end();
    const id = await first();
    const again = await causeway('deliveries', 'resend', id, '--json');
    expect(JSON.parse(again.out)).toMatchObject({ id, state: 'pending' });
    await settled(id);
    expect((await causeway('deliveries', 'resend', id)).out).toContain(id);
    await settled(id);
  });

  it('is 410 when its body was deleted, and says what to do', async () => {
    const id = await first();
    const db = openDatabase(stage.platform.databaseUrl('reads'), { log: silentLog });
    try {
      // What the purge of bodies does, days later.
      await db('messages').where({ id }).update({ state: 'dropped', body: null });
    } finally {
      await db.destroy();
    }
    const gone = await resend(id);
    expect(gone).toMatchObject({ status: 410, body: { title: 'Gone' } });
    expect(gone.body['detail']).toMatch(/^This delivery is delivered since 2.*its retention ended/);
    expect(gone.body['remedy']).toContain('Read its records again');
    expect(await get(id)).toMatchObject({ state: 'delivered' });
  });
});

/** A destination is tested once a second at most. */
function aSecond(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 1_050);
  });
}
