import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';
const ALL = [
  'connection.created',
  'connection.updated',
  'connection.error',
  'connection.refreshed',
  'connection.deleted',
  'installation.created',
  'installation.updated',
  'installation.deleted',
  'read.schedule.paused',
  'read.backfill.done',
  'read.triggered.done',
  'read.triggered.error',
  'write.async.done',
  'subscribe.create.error',
  'destination.webhook.disabled',
  'destination.webhook.enabled',
];

type Route = { id: string; topicId: string; eventType?: string; destinationId?: string };

describe('topics and routes', () => {
  let platform: TestPlatform;
  let builder: Builder;

  beforeAll(async () => {
    platform = await startTestPlatform();
    builder = aBuilder(platform);
  });
  afterAll(() => platform.stop());

  const idOf = async (path: string, body: object) =>
    succeeded<{ id: string }>(await builder.call('POST', path, body)).id;

  it('have topics with unique names, which can be changed', async () => {
    const id = await idOf('/topics', { name: 'first' });
    expect((await builder.call('POST', '/topics', { name: 'first' })).status).toBe(409);
    const second = await idOf('/topics', { name: 'second' });
    expect((await builder.call('PATCH', `/topics/${second}`, { name: 'first' })).status).toBe(409);
    expect((await builder.call('PATCH', `/topics/${second}`, { name: 'second' })).status).toBe(200);
    expect(await builder.call('PATCH', `/topics/${id}`, { name: 'renamed' })).toMatchObject({
      status: 200,
      body: { id, name: 'renamed', projectId: platform.ready.project.id, updateTime: expect.any(String) },
    });
    expect((await builder.call('PATCH', `/topics/${ABSENT}`, { name: 'x' })).status).toBe(404);
    const names = (await builder.get<{ name: string }[]>('/topics')).map(({ name }) => name).sort();
    expect(names).toEqual(['renamed', 'second']);
  });

  it.each(['two words', 'ümlaut', '', 'x'.repeat(65), 'a_b', 'a.b', 'trailing '])(
    'refuse the name %j',
    async (name) => {
      expect((await builder.call('POST', '/topics', { name })).status).toBe(400);
      const [topic] = await builder.get<{ id: string }[]>('/topics');
      expect((await builder.call('PATCH', `/topics/${topic?.id}`, { name })).status).toBe(400);
    },
  );

  it.each(ALL)('route %s to a topic, once', async (eventType) => {
    const [topic] = await builder.get<{ id: string }[]>('/topics');
    const route = { eventType, topicId: topic?.id };
    const created = await builder.call('POST', '/notification-event-topic-routes', route);
    expect(created).toMatchObject({
      status: 201,
      body: { ...route, id: expect.any(String), projectId: platform.ready.project.id, createTime: expect.any(String) },
    });
    expect((await builder.call('POST', '/notification-event-topic-routes', route)).status).toBe(409);
    expect(await builder.get(`/notification-event-topic-routes?eventType=${eventType}`)).toHaveLength(1);
  });

  it('refuse an unknown event, an internal one, and a missing topic', async () => {
    const [topic] = await builder.get<{ id: string }[]>('/topics');
    for (const eventType of ['read.done', 'read.page.committed', 'operation.changed', '']) {
      expect(
        (await builder.call('POST', '/notification-event-topic-routes', { eventType, topicId: topic?.id })).status,
      ).toBe(400);
    }
    expect(
      (await builder.call('POST', '/notification-event-topic-routes', { eventType: ALL[0], topicId: ABSENT })).status,
    ).toBe(422);
  });

  it('route topics to destinations, once; the routes are deleted with either end', async () => {
    const topicId = await idOf('/topics', { name: 'carried' });
    const destinationId = await idOf('/destinations', {
      name: 'carrier',
      type: 'webhook',
      metadata: { url: 'https://hooks.example.com/x' },
    });
    const id = await idOf('/topic-destination-routes', { topicId, destinationId });
    expect((await builder.call('POST', '/topic-destination-routes', { topicId, destinationId })).status).toBe(409);
    expect((await builder.call('POST', '/topic-destination-routes', { topicId: ABSENT, destinationId })).status).toBe(
      404,
    );
    expect((await builder.call('POST', '/topic-destination-routes', { topicId, destinationId: ABSENT })).status).toBe(
      404,
    );
    expect(await builder.get<Route[]>(`/topic-destination-routes?topicId=${topicId}`)).toEqual([
      expect.objectContaining({ id, destinationId }),
    ]);
    expect((await builder.call('DELETE', `/topic-destination-routes/${id}`)).status).toBe(204);
    expect((await builder.call('DELETE', `/topic-destination-routes/${id}`)).status).toBe(404);
    await idOf('/topic-destination-routes', { topicId, destinationId });
    const eventRoute = await idOf('/notification-event-topic-routes', { eventType: 'installation.created', topicId });
    expect((await builder.call('DELETE', `/topics/${topicId}`)).status).toBe(204);
    expect(await builder.get(`/topic-destination-routes?destinationId=${destinationId}`)).toEqual([]);
    expect((await builder.call('DELETE', `/notification-event-topic-routes/${eventRoute}`)).status).toBe(404);
    const other = await idOf('/topics', { name: 'other' });
    await idOf('/topic-destination-routes', { topicId: other, destinationId });
    expect((await builder.call('DELETE', '/destinations/carrier')).status).toBe(204);
    expect(await builder.get(`/topic-destination-routes?topicId=${other}`)).toEqual([]);
  });
});

describe('notifications', () => {
  let platform: TestPlatform;
  let builder: Builder;
  let sandbox: Sandbox;
  let records: Receiver;
  let news: Receiver;
  let newsId: string;
  let integrationId: string;
  let installationId: string;
  let connectionId: string;

  beforeAll(async () => {
    [sandbox, records, news, platform] = await Promise.all([
      startSandbox({ records: 5 }),
      startReceiver(),
      startReceiver(),
      startTestPlatform(),
    ]);
    builder = aBuilder(platform);
    await builder.addDestination('records', records);
    newsId = await builder.addDestination('news', news);
    await builder.routeEvents('everything', newsId, ALL);
    integrationId = await builder.deploy({
      name: 'crm',
      read: {
        objects: [
          {
            objectName: 'contacts',
            mapToName: 'person',
            destination: 'records',
            schedule: '0 * * * *',
            requiredFields: [{ fieldName: 'id' }],
            backfill: { defaultPeriod: { fullHistory: true } },
          },
          { objectName: 'deals', destination: 'records', requiredFields: [{ fieldName: 'id' }] },
        ],
      },
    });
    ({ id: connectionId } = await builder.connect(sandbox, 'acme', {
      apiKey: 'sandbox-key',
      groupName: 'Acme Inc.',
      consumerName: 'Ada',
    }));
    installationId = await builder.installed(integrationId, 'acme', { contacts: {}, deals: {} });
  });

  afterAll(async () => {
    await platform.stop();
    for (const receiver of [records, news]) await receiver.stop();
    await sandbox.stop();
  });

  const connectionBlock = () => ({
    projectId: platform.ready.project.id,
    connectionId,
    provider: 'sandbox',
    groupRef: 'acme',
    consumerRef: 'person',
    consumerName: 'Ada',
  });
  const installationBlock = () => ({
    ...connectionBlock(),
    integrationId,
    integrationName: 'crm',
    installationId,
    groupName: 'Acme Inc.',
  });
  const config = {
    provider: 'sandbox',
    read: { objects: { contacts: { objectName: 'contacts' }, deals: { objectName: 'deals' } } },
  };

  async function told(type: string, count = 1): Promise<unknown[]> {
    await news.waitFor(() => news.notifications(type).length >= count, 15_000);
    return news.notifications(type);
  }

  it('report a connection', async () => {
    expect(await told('connection.created')).toEqual([
      { notificationType: 'connection.created', data: connectionBlock() },
    ]);
  });

  it('report an installation, with its config', async () => {
    expect(await told('installation.created')).toEqual([
      { notificationType: 'installation.created', data: { ...installationBlock(), config } },
    ]);
  });

  it('report a finished backfill', async () => {
    expect(await told('read.backfill.done')).toEqual([
      { notificationType: 'read.backfill.done', data: { ...installationBlock(), objectName: 'person' } },
    ]);
  });

  it('report a triggered read, with the requested span', async () => {
    await builder.trigger(integrationId, 'contacts', 'acme', {
      sinceTimestamp: '2025-12-01T00:00:00Z',
      untilTimestamp: '2025-12-02T00:00:00Z',
    });
    expect(await told('read.triggered.done')).toEqual([
      {
        notificationType: 'read.triggered.done',
        data: {
          ...installationBlock(),
          objectName: 'person',
          fromTimestamp: '2025-12-01T00:00:00.000Z',
          untilTimestamp: '2025-12-02T00:00:00.000Z',
        },
      },
    ]);
  });

  it('report paused schedules once for each call that changed something', async () => {
    const path = `/integrations/${integrationId}/installations/${installationId}`;
    for (const verb of ['pause', 'pause', 'unpause', 'unpause', 'pause', 'unpause']) {
      expect((await builder.read('POST', `${path}:${verb}`, { note: 'Because.' })).status).toBe(204);
    }
    const messages = await told('read.schedule.paused', 2);
    await sleep(300);
    expect(news.notifications('read.schedule.paused')).toHaveLength(2);
    expect(messages[0]).toEqual({
      notificationType: 'read.schedule.paused',
      data: { ...installationBlock(), config, error: 'Because.' },
    });
  });

  it('report a failed read and the connection that caused it, once', async () => {
    sandbox.control.revoke({ what: 'key', apiKey: 'next-key' });
    const id = await builder.trigger(integrationId, 'deals', 'acme');
    expect(await builder.finished(id)).toMatchObject({ status: 'failure' });
    const [error] = (await told('read.triggered.error')) as { data: Record<string, unknown> }[];
    expect(error).toEqual({
      notificationType: 'read.triggered.error',
      data: {
        ...installationBlock(),
        objectName: 'deals',
        fromTimestamp: expect.any(String),
        untilTimestamp: expect.any(String),
        error: expect.any(String),
      },
    });
    await builder.finished(await builder.trigger(integrationId, 'deals', 'acme'));
    await told('read.triggered.error', 2);
    const [blamed, ...more] = (await told('connection.error')) as { data: Record<string, unknown> }[];
    expect(blamed).toEqual({
      notificationType: 'connection.error',
      data: { ...connectionBlock(), errors: [expect.any(String)], error: blamed?.data['errors'] },
    });
    expect(more).toEqual([]);
  });

  it('report the deletion of an installation and of its connection', async () => {
    expect(
      (await builder.call('DELETE', `/integrations/${integrationId}/installations/${installationId}`)).status,
    ).toBe(204);
    expect(await told('installation.deleted')).toEqual([
      { notificationType: 'installation.deleted', data: { ...installationBlock(), config } },
    ]);
    expect(await told('connection.deleted')).toEqual([
      { notificationType: 'connection.deleted', data: connectionBlock() },
    ]);
  });

  it('are signed, have a unique id, and arrive once at a destination with several routes', async () => {
    const topicId = await builder.routeEvents('second-way', newsId, ['connection.created']);
    expect(topicId).not.toBe('');
    const before = news.notifications('connection.created').length;
    await builder.connect(sandbox, 'other', { apiKey: 'next-key' });
    await told('connection.created', before + 1);
    await sleep(400);
    expect(news.notifications('connection.created')).toHaveLength(before + 1);
    expect(news.rejected).toEqual([]);
    const ids = news.messages.map(({ headers }) => headers['svix-id']);
    expect(new Set(ids).size).toBe(ids.length);
    expect(news.messages.every(({ headers }) => headers['svix-id'] === headers['webhook-id'])).toBe(true);
  });

  it('go to every destination of the topic, and to none without a route', async () => {
    const second = await startReceiver();
    const secondId = await builder.addDestination('second', second);
    const third = await startReceiver();
    await builder.addDestination('third', third);
    const [topic] = (await builder.get<{ id: string; name: string }[]>('/topics')).filter(
      ({ name }) => name === 'everything',
    );
    succeeded(await builder.call('POST', '/topic-destination-routes', { topicId: topic?.id, destinationId: secondId }));
    const before = news.notifications('connection.created').length;
    await builder.connect(sandbox, 'both', { apiKey: 'next-key' });
    await told('connection.created', before + 1);
    await second.waitFor((messages) => messages.length === 1, 10_000);
    expect(second.messages[0]?.body).toBe(news.messages.at(-1)?.body);
    expect(second.messages[0]?.id).not.toBe(news.messages.at(-1)?.id);
    expect(third.messages).toEqual([]);
    for (const receiver of [second, third]) await receiver.stop();
  });

  it('stop when the route is deleted', async () => {
    for (const { id, eventType } of await builder.get<Route[]>('/notification-event-topic-routes')) {
      if (eventType === 'connection.created')
        expect((await builder.call('DELETE', `/notification-event-topic-routes/${id}`)).status).toBe(204);
    }
    const before = news.messages.length;
    await builder.connect(sandbox, 'silent', { apiKey: 'next-key' });
    await sleep(500);
    expect(news.messages.length).toBe(before);
  });

  it('are never sent to the destinations of records, nor records to theirs', () => {
    expect(records.messages.every(({ body }) => body.startsWith('{"action":"read"'))).toBe(true);
    expect(news.messages.every(({ body }) => body.startsWith('{"notificationType":'))).toBe(true);
  });
});
