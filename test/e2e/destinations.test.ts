import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../lib/db/open.ts';
import { silentLog } from '../../lib/log/log.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { webhookVerifier } from '../../testbed/webhook_verifier.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const topicOf = (name: string) => ({ name, type: 'webhook', metadata: { url: 'https://hooks.example.com/x' } });

describe('a deployment on the internet', () => {
  let platform: TestPlatform;
  let builder: Builder;

  beforeAll(async () => {
    platform = await startTestPlatform({ CAUSEWAY_OUTBOUND_ALLOW_HTTP: '0', CAUSEWAY_OUTBOUND_ALLOW: '' });
    builder = aBuilder(platform);
  });
  afterAll(() => platform.stop());

  it.each([
    'http://hooks.example.com/x',
    'http://127.0.0.1:9000/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://[::1]/x',
    'https://[::ffff:127.0.0.1]/x',
    'https://2130706433/x',
    'https://0x7f000001/x',
    'https://0177.0.0.1/x',
    'https://10.0.0.8/x',
    'https://172.16.3.4/x',
    'https://192.168.1.1/x',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00:ec2::254]/latest',
    'https://metadata.google.internal/computeMetadata/v1',
    'https://100.100.100.200/latest',
    'https://user:word@hooks.example.com/x',
    'https://hooks.example.com:22/x',
    'ftp://hooks.example.com/x',
    'hooks.example.com',
  ])('refuses the destination %s', async (url) => {
    const answer = await builder.call('POST', '/destinations', { name: 'refused', type: 'webhook', metadata: { url } });
    expect([400, 422]).toContain(answer.status);
    expect(answer.body['issues']).toEqual([expect.objectContaining({ in: 'body', name: 'metadata.url' })]);
    expect((await builder.call('GET', '/destinations')).text).toBe('[]');
  });

  it('sends no test to such an address either, when a stored destination leads there', async () => {
    const [id, heard] = ['moved', [] as string[]];
    const inside = createServer((request, response) => {
      heard.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => {
      inside.listen(0, '127.0.0.1', resolve);
    });
    succeeded(await builder.call('POST', '/destinations', { ...topicOf(id), status: 'disabled' }));
    const url = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/x`;
    // As a name server does that answers another address after the check.
    const db = openDatabase(platform.databaseUrl('notifications'), { log: silentLog });
    await db('destinations')
      .where({ name: id })
      .update({ metadata: JSON.stringify({ url }) });
    await db.destroy();
    const tested = await builder.call('POST', `/destinations/${id}:test`);
    inside.close();
    expect(tested).toMatchObject({ status: 200, body: { isAccepted: false, error: 'unreachable' } });
    expect(heard).toEqual([]);
    expect((await builder.call('DELETE', `/destinations/${id}`)).status).toBe(204);
  });

  it('refuses such a destination in an update too', async () => {
    succeeded(await builder.call('POST', '/destinations', topicOf('public')));
    const change = { updateMask: ['metadata.url'], destination: { metadata: { url: 'https://169.254.169.254/' } } };
    expect((await builder.call('PATCH', '/destinations/public', change)).status).toBe(422);
    expect(await builder.get('/destinations/public')).toMatchObject({
      metadata: { url: 'https://hooks.example.com/x' },
    });
    expect((await builder.call('DELETE', '/destinations/public')).status).toBe(204);
  });

  it('sends no credentials of a connection to a private address', async () => {
    const answer = await builder.call('POST', '/connections:generate', {
      provider: 'sandbox',
      groupRef: 'g',
      consumerRef: 'c',
      apiKey: 'k',
      providerMetadata: { baseUrl: 'http://169.254.169.254' },
    });
    expect([400, 422]).toContain(answer.status);
    expect((await builder.call('GET', '/connections')).text).toBe('[]');
  });
});

describe('destinations', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let integrationId: string;

  beforeAll(async () => {
    const soon = {
      CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: '0,300,300,300,300',
      CAUSEWAY_NOTIFICATIONS_HEAD_TIMEOUT_MS: '500',
      CAUSEWAY_NOTIFICATIONS_SLOW_DOWN_MS: '300',
    };
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ records: 3 }),
      startReceiver(),
      startTestPlatform(soon),
    ]);
    builder = aBuilder(platform);
    await builder.addDestination('main', receiver);
    integrationId = await deployTo('main');
    await builder.connect(sandbox, 'g');
    await builder.installed(integrationId, 'g', { contacts: { selectedFields: { id: true } } });
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await sandbox.stop();
  });

  function deployTo(destination: string): Promise<string> {
    return builder.deploy({
      name: `to-${destination}`,
      read: { objects: [{ objectName: 'contacts', destination, requiredFields: [{ fieldName: 'id' }] }] },
    });
  }

  /** Reads three records to the destination through a new installation. */
  async function readTo(destination: string): Promise<void> {
    const integration = await deployTo(destination);
    await builder.connect(sandbox, destination);
    await builder.installed(integration, destination, { contacts: {} });
    await builder.finished(await builder.trigger(integration, 'contacts', destination));
  }

  it('have unique names within the project', async () => {
    const again = await builder.call('POST', '/destinations', topicOf('main'));
    expect([again.status, again.body['title']]).toEqual([409, 'Already exists']);
    succeeded(await builder.call('POST', '/destinations', topicOf('to-be-renamed')));
    const taken = { updateMask: ['name'], destination: { name: 'main' } };
    expect((await builder.call('PATCH', '/destinations/to-be-renamed', taken)).status).toBe(409);
    expect((await builder.call('POST', '/destinations', topicOf('two words'))).status).toBe(400);
  });

  it('refuse other destination types as not supported yet, and unknown types as invalid', async () => {
    expect((await builder.call('POST', '/destinations', { ...topicOf('q'), type: 'sqs' })).status).toBe(422);
    expect((await builder.call('POST', '/destinations', { ...topicOf('q'), type: 'pigeon' })).status).toBe(400);
  });

  it('return the signing key only on request, and never in a listing', async () => {
    const key = await builder.signingKey('main');
    expect(key).toMatch(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/);
    for (const path of ['/destinations', '/destinations/main', '/destinations/main?includeSecrets=false']) {
      expect((await builder.call('GET', path)).text).not.toContain('whsec_');
    }
    const created = await builder.call('POST', '/destinations', topicOf('another'));
    expect([created.status, created.text.includes('whsec_')]).toEqual([201, false]);
    const changed = await builder.call('PATCH', '/destinations/another', {
      updateMask: ['name'],
      destination: { name: 'renamed' },
    });
    expect([changed.status, changed.text.includes('whsec_')]).toEqual([200, false]);
  });

  it('are found by id and by name, and missing after deletion', async () => {
    const { id } = succeeded<{ id: string }>(await builder.call('POST', '/destinations', topicOf('short-lived')));
    expect(await builder.get(`/destinations/${id}`)).toEqual(await builder.get('/destinations/short-lived'));
    expect((await builder.call('DELETE', '/destinations/short-lived')).status).toBe(204);
    expect((await builder.call('GET', `/destinations/${id}`)).status).toBe(404);
    expect((await builder.call('DELETE', `/destinations/${id}`)).status).toBe(404);
  });

  it('can be updated as old command line tools do it: all fields at once, with the current type', async () => {
    const { id } = succeeded<{ id: string }>(await builder.call('POST', '/destinations', topicOf('deployed')));
    const destination = { name: 'deployed', type: 'webhook', metadata: { url: 'https://hooks.example.com/y' } };
    const change = { updateMask: ['name', 'type', 'metadata'], destination: { ...destination, secrets: {} } };
    expect(await builder.call('PATCH', `/destinations/${id}`, change)).toMatchObject({
      status: 200,
      body: destination,
    });
  });

  it.each<[string, string[], object, number]>([
    ['another type', ['type'], { type: 'sqs' }, 422],
    ['an unknown type', ['type'], { type: 'pigeon' }, 400],
    ['a name in use', ['name'], { name: 'main' }, 409],
    ['an unknown mask', ['secrets'], { name: 'x' }, 400],
    ['an unknown key', ['name'], { name: 'x', color: 'red' }, 400],
    ['an unknown status', ['status'], { status: 'asleep' }, 400],
    ['a mask of a status that is not sent', ['status'], {}, 400],
    ['a webhook without an address', ['metadata'], { metadata: {} }, 400],
  ])('refuse an update with %s', async (_what, updateMask, destination, status) => {
    const change = { updateMask, destination };
    expect((await builder.call('PATCH', '/destinations/deployed', change)).status).toBe(status);
    expect(await builder.get('/destinations/deployed')).toMatchObject({ name: 'deployed', type: 'webhook' });
  });

  it('cannot be updated when missing', async () => {
    const change = { updateMask: ['name'], destination: { name: 'x' } };
    expect((await builder.call('PATCH', '/destinations/nowhere', change)).status).toBe(404);
  });

  it('send the headers of the builder, and a signature that svix and standardwebhooks accept', async () => {
    const change = { updateMask: ['metadata.headers'], destination: { metadata: { headers: { 'x-builder': 'yes' } } } };
    succeeded(await builder.call('PATCH', '/destinations/main', change));
    const seen = receiver.messages.length;
    await builder.finished(await builder.trigger(integrationId, 'contacts', 'g'));
    await receiver.waitFor((messages) => messages.length > seen, 10_000);
    const last = receiver.messages.at(-1);
    expect(last?.headers['x-builder']).toBe('yes');
    expect(last?.headers['content-type']).toMatch(/^application\/json/);
    expect(last?.headers['svix-id']).toBe(last?.headers['webhook-id']);
    expect(receiver.rejected).toEqual([]);
  });

  it('S11: show the names of their headers, and the values only with the signing key', async () => {
    type Shown = { metadata: { headers: Record<string, string> } };
    const change = {
      updateMask: ['metadata.headers'],
      destination: { metadata: { headers: { 'x-token': 'canary' } } },
    };
    const masked = { 'x-token': 'credential_kept_back' };
    const patched = succeeded<Shown>(await builder.call('PATCH', '/destinations/main', change));
    expect(patched.metadata.headers).toEqual(masked);
    expect(JSON.stringify(await builder.get<object>('/destinations'))).not.toContain('canary');
    const back = await builder.get<Shown>('/destinations/main');
    expect(back.metadata.headers).toEqual(masked);
    succeeded(
      await builder.call('PATCH', '/destinations/main', {
        updateMask: ['metadata'],
        destination: { metadata: back.metadata },
      }),
    );
    const withSecrets = await builder.get<Shown>('/destinations/main?includeSecrets=true');
    expect(withSecrets.metadata.headers).toEqual({ 'x-token': 'canary' });
  });

  it('sign with the old key and the new one after a rotation', async () => {
    const old = await builder.signingKey('main');
    const rotated = await builder.get<{ secrets: { webhookSigningKey: string } }>('/destinations/main?rotate=true');
    const fresh = rotated.secrets.webhookSigningKey;
    expect(fresh).not.toBe(old);
    expect(await builder.signingKey('main')).toBe(fresh);
    const seen = receiver.messages.length;
    await builder.finished(await builder.trigger(integrationId, 'contacts', 'g'));
    await receiver.waitFor((messages) => messages.length > seen, 10_000);
    const { body = '', headers = {} } = receiver.messages.at(-1) ?? {};
    for (const key of [old, fresh]) expect(() => webhookVerifier(key).byLibrary(body, headers)).not.toThrow();
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
  });

  it('disable a webhook that answers 410, and report that on its other routes', async () => {
    const gone = await startReceiver({ respond: () => 410 });
    const goneId = await builder.addDestination('gone', gone);
    const news = await startReceiver();
    const newsId = await builder.addDestination('news', news);
    const topicId = await builder.routeEvents('disabled', newsId, ['destination.webhook.disabled']);
    succeeded(await builder.call('POST', '/topic-destination-routes', { topicId, destinationId: goneId }));
    await readTo('gone');
    await news.waitFor(() => news.notifications('destination.webhook.disabled').length > 0, 15_000);
    expect(news.notifications('destination.webhook.disabled')).toEqual([
      {
        notificationType: 'destination.webhook.disabled',
        data: { projectId: platform.ready.project.id, destinationId: goneId, destinationName: 'gone', url: gone.url },
      },
    ]);
    expect(await builder.get('/destinations/gone')).toMatchObject({ status: 'disabled' });
    const before = gone.messages.length;
    await builder.finished(await builder.trigger(integrationId, 'contacts', 'g'));
    expect(gone.messages.length).toBe(before);
    await news.stop();
    await gone.stop();
  });

  it('enable a disabled webhook when its address is changed', async () => {
    const mended = await startReceiver();
    expect(await builder.get('/destinations/gone')).toMatchObject({ status: 'disabled' });
    const change = { updateMask: ['metadata.url'], destination: { metadata: { url: mended.url } } };
    expect((await builder.call('PATCH', '/destinations/gone', change)).body).toMatchObject({ status: 'active' });
    const { id } = await builder.get<{ id: string }>('/integrations/to-gone');
    // Reads learns the new status by an event.
    await eventually(async () => void (await builder.finished(await builder.trigger(id, 'contacts', 'gone'))));
    await mended.waitFor(() => mended.records('contacts').size === 3, 10_000);
    await mended.stop();
  });

  it('log in the operation that its messages are held', async () => {
    const refusing = await startReceiver({ respond: () => 410 });
    await builder.addDestination('refusing', refusing);
    const integration = await deployTo('refusing');
    await builder.connect(sandbox, 'refusing');
    await builder.installed(integration, 'refusing', { contacts: {} });
    const id = await builder.trigger(integration, 'contacts', 'refusing');
    expect(await builder.finished(id)).toMatchObject({ status: 'success' });
    await eventually(async () => {
      const warnings = (await builder.logs(id)).filter(({ severity }) => severity === 'WARNING');
      expect(warnings.map(({ message }) => message.msg)).toContain(
        'Records are held: the destination does not take them.',
      );
    });
    await refusing.stop();
  });

  it('abort a slow attempt, and do not delay others', async () => {
    const slow = await startReceiver({ respond: (n) => (n === 1 ? { status: 200, delayMs: 3_000 } : 200) });
    await builder.addDestination('slow', slow);
    await readTo('slow');
    const seen = receiver.messages.length;
    await builder.finished(await builder.trigger(integrationId, 'contacts', 'g'));
    await receiver.waitFor((messages) => messages.length > seen, 5_000);
    await slow.waitFor((messages) => messages.length >= 2, 10_000);
    expect(new Set(slow.messages.map(({ id }) => id)).size).toBe(1);
    slow.checkSameIdSameBody();
    await slow.stop();
  });

  it('do not follow a redirect', async () => {
    const target = await startReceiver();
    let asked = 0;
    const server = createServer((incoming, response) => {
      asked += 1;
      incoming.resume();
      response.writeHead(307, { location: target.url }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await builder.addDestination('redirects', { url, verifyWith: () => {} });
    await readTo('redirects');
    await eventually(async () => expect(asked).toBeGreaterThan(1));
    expect(target.messages).toEqual([]);
    server.closeAllConnections();
    server.close();
    await target.stop();
  });

  it('send the same bytes with the same id until they are accepted', async () => {
    const flaky = await startReceiver({ respond: (n) => (n < 3 ? 503 : 200) });
    await builder.addDestination('flaky', flaky);
    await readTo('flaky');
    await flaky.waitFor((messages) => messages.some(({ status }) => status === 200), 15_000);
    expect(flaky.messages.map(({ status }) => status)).toEqual([503, 503, 200]);
    expect(new Set(flaky.messages.map(({ id }) => id)).size).toBe(1);
    flaky.checkSameIdSameBody();
    await flaky.stop();
  });
});
