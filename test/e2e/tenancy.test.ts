import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const ABSENT = '01900000-0000-7000-8000-000000000000';

/** Every id of project A, for requests with the key of project B. */
type Ids = Record<
  | 'destination'
  | 'topic'
  | 'eventRoute'
  | 'destinationRoute'
  | 'providerApp'
  | 'connection'
  | 'integration'
  | 'installation'
  | 'operation',
  string
>;

describe('a resource of another tenant answers like a missing one', () => {
  let platform: TestPlatform;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let a: Builder;
  let b: Builder;
  let ids: Ids;

  beforeAll(async () => {
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ records: 2 }),
      startReceiver(),
      startTestPlatform(),
    ]);
    a = aBuilder(platform);
    b = aBuilder(await addProject(platform, 'rival'));
    ids = await fill(a);
  });

  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await sandbox.stop();
  });

  async function fill(builder: Builder): Promise<Ids> {
    const idOf = (answer: Answer) => succeeded<{ id: string }>(answer).id;
    const destination = await builder.addDestination('main', receiver);
    const topic = idOf(await builder.call('POST', '/topics', { name: 'news' }));
    const eventRoute = idOf(
      await builder.call('POST', '/notification-event-topic-routes', {
        eventType: 'installation.created',
        topicId: topic,
      }),
    );
    const destinationRoute = idOf(
      await builder.call('POST', '/topic-destination-routes', { topicId: topic, destinationId: destination }),
    );
    const providerApp = idOf(
      await builder.call('POST', '/provider-apps', {
        provider: 'sandboxOAuth',
        clientId: 'c',
        clientSecret: 's',
        scopes: ['crm.read'],
      }),
    );
    const integration = await builder.deploy({
      name: 'crm',
      read: { objects: [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    const { id: connection } = await builder.connect(sandbox, 'g');
    const installation = await builder.installed(integration, 'g', { contacts: {} });
    const operation = await builder.trigger(integration, 'contacts', 'g');
    await builder.finished(operation);
    return {
      destination,
      topic,
      eventRoute,
      destinationRoute,
      providerApp,
      connection,
      integration,
      installation,
      operation,
    };
  }

  const N = (id: Ids) => `/integrations/${id.integration}/installations/${id.installation}`;
  const ABSENT_IDS = {
    destination: ABSENT,
    topic: ABSENT,
    eventRoute: ABSENT,
    destinationRoute: ABSENT,
    providerApp: ABSENT,
    connection: ABSENT,
    integration: ABSENT,
    installation: ABSENT,
    operation: ABSENT,
  };
  const CONFIG = { content: { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts' } } } } };

  const requests: [what: string, method: string, path: (id: Ids) => string, body?: unknown][] = [
    ['destination', 'GET', (id) => `/destinations/${id.destination}`],
    ['destination and its key', 'GET', (id) => `/destinations/${id.destination}?includeSecrets=true`],
    ['destination, to rotate', 'GET', (id) => `/destinations/${id.destination}?rotate=true`],
    [
      'destination, to change',
      'PATCH',
      (id) => `/destinations/${id.destination}`,
      { updateMask: ['name'], destination: { name: 'mine' } },
    ],
    ['destination, to delete', 'DELETE', (id) => `/destinations/${id.destination}`],
    ['topic, to rename', 'PATCH', (id) => `/topics/${id.topic}`, { name: 'mine' }],
    ['topic, to delete', 'DELETE', (id) => `/topics/${id.topic}`],
    ['event route, to delete', 'DELETE', (id) => `/notification-event-topic-routes/${id.eventRoute}`],
    ['destination route, to delete', 'DELETE', (id) => `/topic-destination-routes/${id.destinationRoute}`],
    ['provider app, to delete', 'DELETE', (id) => `/provider-apps/${id.providerApp}`],
    ['connection', 'GET', (id) => `/connections/${id.connection}`],
    ['connection with its key', 'GET', (id) => `/connections/${id.connection}?includeCreds=true`],
    ['connection, to refresh', 'GET', (id) => `/connections/${id.connection}?refresh=force`],
    ['connection, to delete', 'DELETE', (id) => `/connections/${id.connection}`],
    ['integration', 'GET', (id) => `/integrations/${id.integration}`],
    ['installation', 'GET', N],
    ['installation, to delete', 'DELETE', N],
    ['installations of an integration', 'GET', (id) => `/integrations/${id.integration}/installations`],
    ['operations of an installation', 'GET', (id) => `${N(id)}/operations`],
    ['progress of a backfill', 'GET', (id) => `${N(id)}/objects/contacts/backfill-progress`],
    ['operation', 'GET', (id) => `/operations/${id.operation}`],
    ['log of an operation', 'GET', (id) => `/operations/${id.operation}/logs`],
    [
      'integration, to install',
      'POST',
      (id) => `/integrations/${id.integration}/installations`,
      { groupRef: 'g', config: CONFIG },
    ],
    ['routes of a topic', 'GET', (id) => `/notification-event-topic-routes?topicId=${id.topic}`],
    ['routes of a destination', 'GET', (id) => `/topic-destination-routes?destinationId=${id.destination}`],
  ];

  /** Four values in each row: Jest would replace a missing one by its callback. */
  const rows = requests.map(([what, method, path, body]) => [what, method, path, body] as const);

  it.each(rows)('a %s (%s)', async (_what, method, path, body) => {
    const [foreign, absent] = [await b.call(method, path(ids), body), await b.call(method, path(ABSENT_IDS), body)];
    expectSame(foreign, absent);
  });

  it.each<[string, string, (id: Ids) => string, unknown?]>([
    ['read', 'POST', (id) => `/integrations/${id.integration}/objects/contacts`, { groupRef: 'g', mode: 'async' }],
    ['pause', 'POST', (id) => `${N(id)}:pause`, {}],
    ['unpause', 'POST', (id) => `${N(id)}:unpause`, {}],
  ])('a %s on the read base', async (_what, method, path, body) => {
    const [foreign, absent] = [await b.read(method, path(ids), body), await b.read(method, path(ABSENT_IDS), body)];
    expect(absent.status).toBe(404);
    expectSame(foreign, absent);
  });

  it.each<[string, string, (id: Ids) => unknown]>([
    [
      'the topic of an event route',
      '/notification-event-topic-routes',
      ({ topic }) => ({ eventType: 'installation.created', topicId: topic }),
    ],
    [
      'the topic of a destination route',
      '/topic-destination-routes',
      ({ topic }) => ({ topicId: topic, destinationId: ABSENT }),
    ],
  ])('%s in a body', async (_what, path, body) => {
    expectSame(await b.call('POST', path, body(ids)), await b.call('POST', path, body(ABSENT_IDS)));
  });

  it('the destination, the connection and the provider app in a body', async () => {
    const { id: topicId } = succeeded<{ id: string }>(await b.call('POST', '/topics', { name: 'own' }));
    const route = (destinationId: string) => b.call('POST', '/topic-destination-routes', { topicId, destinationId });
    expectSame(await route(ids.destination), await route(ABSENT));
    const own = await b.deploy({
      name: 'own',
      read: { objects: [{ objectName: 'contacts', destination: 'main', requiredFields: [{ fieldName: 'id' }] }] },
    });
    const install = (connectionId: string) => b.install(own, 'g', { contacts: {} }, { connectionId });
    expectSame(await install(ids.connection), await install(ABSENT));
    expectSame(await b.install(own, 'g', { contacts: {} }), await b.install(own, 'nobody', { contacts: {} }));
    const signIn = (providerAppId: string) =>
      b.send('POST', '/v1/oauth-connect', {
        projectIdOrName: b.projectName,
        provider: 'sandboxOAuth',
        groupRef: 'g',
        consumerRef: 'c',
        providerMetadata: { baseUrl: sandbox.url },
        providerAppId,
      });
    expectSame(await signIn(ids.providerApp), await signIn(ABSENT));
  });

  it('the project itself, by name and by id, in path and body', async () => {
    for (const project of [platform.ready.project.name, platform.ready.project.id]) {
      const paths = ['', '/topics', '/connections', '/api-keys', '/operations/x'];
      for (const path of paths) {
        expectSame(
          await b.send('GET', `/v1/projects/${project}${path}`),
          await b.send('GET', `/v1/projects/${ABSENT}${path}`),
        );
      }
      const body = { provider: 'sandboxOAuth', groupRef: 'g', consumerRef: 'c' };
      expectSame(
        await b.send('POST', '/v1/oauth-connect', { ...body, projectIdOrName: project }),
        await b.send('POST', '/v1/oauth-connect', { ...body, projectIdOrName: ABSENT }),
      );
    }
  });

  it('shows nothing of one tenant in the lists of the other', async () => {
    expect(await b.get('/destinations')).toEqual([expect.objectContaining({ createTime: expect.any(String) })]);
    expect((await b.call('GET', '/destinations')).text).not.toContain(ids.destination);
    for (const path of [
      '/connections',
      '/installations',
      '/provider-apps',
      '/notification-event-topic-routes',
      '/topic-destination-routes',
    ]) {
      expect([path, (await b.call('GET', path)).text]).toEqual([path, '[]']);
    }
    expect(await b.get<{ name: string }[]>('/integrations')).toEqual([expect.objectContaining({ name: 'own' })]);
    const projects = await b.send('GET', '/v1/projects');
    expect(projects.body).toEqual([expect.objectContaining({ name: b.projectName })]);
  });

  it('lets both use the same names and refs, and sends each only its own messages', async () => {
    const theirs = await startReceiver();
    const change = { updateMask: ['metadata'], destination: { metadata: { url: theirs.url } } };
    succeeded(await b.call('PATCH', '/destinations/main', change));
    theirs.verifyWith(await b.signingKey('main'));
    const { id: integration } = await b.get<{ id: string }>('/integrations/own');
    await b.connect(sandbox, 'g');
    await b.installed(integration, 'g', { contacts: {} });
    const seen = receiver.messages.length;
    await b.finished(await b.trigger(integration, 'contacts', 'g'));
    await theirs.waitFor(() => theirs.records('contacts').size === 2, 10_000);
    expect(receiver.messages.length).toBe(seen);
    await theirs.stop();
  });

  it('left the first project unchanged', async () => {
    await eventually(async () =>
      expect(await a.get(`/destinations/${ids.destination}`)).toMatchObject({ name: 'main', status: 'active' }),
    );
    receiver.verifyWith(await a.signingKey('main'));
    await a.finished(await a.trigger(ids.integration, 'contacts', 'g'));
    expect(receiver.rejected).toEqual([]);
    expect(await a.get(N(ids))).toMatchObject({ id: ids.installation });
  });
});

/** The answers are equal, except for the ids in the request itself. */
function expectSame(foreign: Answer, absent: Answer): void {
  const { requestId: _r, instance: _i, time: _t, retryAfter: _a, ...told } = foreign.body;
  const { requestId: _r2, instance: _i2, time: _t2, retryAfter: _a2, ...wanted } = absent.body;
  expect([foreign.status, withoutIds(told)]).toEqual([absent.status, withoutIds(wanted)]);
  expect(absent.status === 200 ? foreign.text : '').toBe(absent.status === 200 ? absent.text : '');
}

/** Answers may repeat the caller's own input. */
function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID'));
}
