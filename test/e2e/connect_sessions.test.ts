import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aBuilder, type Builder, succeeded } from '../support/builder.ts';
import { aVisitor, type Visitor } from '../support/console_visitor.ts';
import { addApiKey } from '../support/credentials.ts';
import { request } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { type Stage, startStage } from '../support/stage.ts';

type Link = { id: string; url: string; expiresAt: string };
type Opened = { key: { token: string }; session: Record<string, unknown> & { id: string; projectId: string } };

describe('connect sessions', () => {
  let stage: Stage;
  let builder: Builder;
  let integrationId: string;
  beforeAll(async () => {
    stage = await startStage({ records: 3 });
    builder = stage.builder;
    const read = { objects: [{ objectName: 'contacts', destination: 'main', optionalFieldsAuto: 'all' }] };
    integrationId = await builder.deploy({ name: 'crm', read });
    const change = { updateMask: ['allowedOrigins'], project: { allowedOrigins: ['https://app.example.com'] } };
    succeeded(await builder.call('PATCH', '', change));
  });
  afterAll(() => stage.stop());

  const made = async (more: object = { provider: 'sandbox' }) =>
    succeeded<Link>(await builder.call('POST', '/connect-sessions', { groupRef: 'acme', consumerRef: 'ada', ...more }));
  const tokenOf = ({ url }: Link) => new URL(url).hash.slice('#token='.length);
  async function opened(link: Link, visitor = aVisitor(stage.platform)): Promise<Opened & { visitor: Visitor }> {
    const answer = await visitor.post('/connect/session', { token: tokenOf(link) });
    return { ...succeeded<Opened>(answer), visitor };
  }
  const withKey = (token: string, method: string, path: string, body?: object) =>
    request(stage.platform.origin, method, path, {
      headers: { 'x-api-key': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const ofProject = () => `/v1/projects/${builder.projectName}`;

  it('are made with a full key, and tell what became of them', async () => {
    const link = await made({ integration: 'crm', returnUrl: 'https://app.example.com/done?x=1' });
    expect(link.url).toMatch(new RegExp(`^${stage.platform.origin}/connect#token=[\\w-]{43}$`));
    const left = Date.parse(link.expiresAt) - Date.now();
    expect(left > 29 * 60_000 && left <= 30 * 60_000).toBe(true);
    const session = await builder.get(`/connect-sessions/${link.id}`);
    expect(session).toMatchObject({ status: 'created', provider: 'sandbox', integrationId, groupRef: 'acme' });
    const frontend = await addApiKey(stage.platform, ['frontend']);
    const body = { groupRef: 'acme', consumerRef: 'ada', provider: 'sandbox' };
    expect((await withKey(frontend, 'POST', `${ofProject()}/connect-sessions`, body)).status).toBe(403);
    expect((await builder.call('GET', '/connect-sessions/01900000-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it.each<[string, object, number]>([
    ['both an integration and a provider', { integration: 'crm', provider: 'sandbox' }, 400],
    ['neither of them', {}, 400],
    ['an integration that does not exist', { integration: 'nothing' }, 404],
    ['a provider that does not exist', { provider: 'nothing' }, 404],
    [
      'a return address that the project does not allow',
      { provider: 'sandbox', returnUrl: 'https://evil.example/' },
      422,
    ],
    ['a return address that is a script', { provider: 'sandbox', returnUrl: 'javascript:alert(1)' }, 422],
  ])('are refused with %s', async (_what, more, status) => {
    const answer = await builder.call('POST', '/connect-sessions', { groupRef: 'acme', consumerRef: 'ada', ...more });
    expect([answer.status, answer.type]).toEqual([status, 'application/problem+json']);
  });

  it('open in one browser, which may come back; in no other, and not from another origin', async () => {
    const link = await made();
    const stranger = aVisitor(stage.platform);
    const foreign = await stranger.post(
      '/connect/session',
      { token: tokenOf(link) },
      { origin: 'https://evil.example' },
    );
    expect(foreign.status).toBe(403);
    const { visitor, session } = await opened(link);
    expect(session).toMatchObject({ id: link.id, groupName: 'acme', consumerName: 'ada', provider: 'sandbox' });
    expect((await visitor.post('/connect/session', { sessionId: link.id })).status).toBe(200);
    expect((await stranger.post('/connect/session', { token: tokenOf(link) })).status).toBe(401);
    expect((await stranger.post('/connect/session', { sessionId: link.id })).status).toBe(401);
    expect(await builder.get(`/connect-sessions/${link.id}`)).toMatchObject({ status: 'opened' });
  });

  it('open once, even if several browsers try at the same time', async () => {
    const link = await made();
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => {
        return (await aVisitor(stage.platform).post('/connect/session', { token: tokenOf(link) })).status;
      }),
    );
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 401)]);
  });

  it('give a key for this customer and provider, and for nothing else', async () => {
    const { key, session } = await opened(await made());
    const path = ofProject();
    const connection = { provider: 'sandbox', groupRef: 'acme', consumerRef: 'ada', apiKey: 'sandbox-key' };
    const providerMetadata = { baseUrl: stage.sandbox.url };
    const generate = (more: object = {}) =>
      withKey(key.token, 'POST', `${path}/connections:generate`, { ...connection, providerMetadata, ...more });
    expect((await generate()).status).toBe(201);
    for (const more of [{ groupRef: 'other' }, { consumerRef: 'eve' }, { provider: 'sandboxBasic' }])
      expect((await generate(more)).status).toBe(403);
    const others = await builder.connect(stage.sandbox, 'other-group');
    expect((await withKey(key.token, 'GET', `${path}/connections/${others.id}`)).status).toBe(404);
    const mine = await withKey(key.token, 'GET', `${path}/connections?groupRef=acme`);
    expect((mine.body as unknown as { provider: string }[]).map(({ provider }) => provider)).toEqual(['sandbox']);
    // Without an integration in the session, none may be used.
    expect((await withKey(key.token, 'GET', `${path}/integrations/${integrationId}`)).status).toBe(404);
    expect((await withKey(key.token, 'GET', `${path}/integrations`)).body).toEqual([]);
    for (const [method, operation] of [
      ['POST', '/api-keys'],
      ['POST', '/connect-sessions'],
      ['GET', '/installations'],
      ['GET', '/destinations'],
    ] as const)
      expect(
        (await withKey(key.token, method, path + operation, method === 'POST' ? { label: 'x' } : undefined)).status,
      ).toBe(403);
    expect(session.projectId).toBe(stage.platform.ready.project.id);
    const another = await addProject(stage.platform, 'another');
    expect((await withKey(key.token, 'GET', `/v1/projects/${another.ready.project.name}/connections`)).status).toBe(
      404,
    );
  });

  it('hold the key to the integration of the session', async () => {
    const otherId = await builder.deploy({
      name: 'other',
      read: { objects: [{ objectName: 'contacts', destination: 'main' }] },
    });
    const { key } = await opened(await made({ integration: 'crm' }));
    const path = ofProject();
    expect((await withKey(key.token, 'GET', `${path}/integrations/${integrationId}`)).status).toBe(200);
    expect((await withKey(key.token, 'GET', `${path}/integrations/${otherId}`)).status).toBe(404);
    const listed = await withKey(key.token, 'GET', `${path}/integrations`);
    expect((listed.body as unknown as { id: string }[]).map(({ id }) => id)).toEqual([integrationId]);
    const body = { groupRef: 'acme', config: { content: { provider: 'sandbox', read: { objects: {} } } } };
    expect((await withKey(key.token, 'POST', `${path}/integrations/${otherId}/installations`, body)).status).toBe(404);
  });

  it('hold the key to the sign-in of its provider, which another one of the customer cannot go on with', async () => {
    const app = { provider: 'sandboxSteps', clientId: 'sandbox-client', clientSecret: 'sandbox-secret' };
    succeeded(await builder.call('POST', '/provider-apps', app));
    const { key } = await opened(await made({ provider: 'sandboxSteps' }));
    const { key: other } = await opened(await made());
    const post = (token: string, body: object) =>
      withKey(token, 'POST', '/v1/custom-auth/connect', { projectIdOrName: builder.projectName, ...body });
    const begun = await post(key.token, {
      provider: 'sandboxSteps',
      groupRef: 'acme',
      consumerRef: 'ada',
      providerMetadata: { baseUrl: { value: stage.sandbox.url, source: 'input' } },
      customAuth: { region: 'eu' },
    });
    const { sessionId } = succeeded<{ redirect: { sessionId: string } }>(begun).redirect;
    const params = { sessionId, callbackParams: { workspace_id: 'eu-1', state: 'wrong' } };
    expect((await post(other.token, params)).status).toBe(404);
    // It was not spent by that.
    expect((await post(key.token, params)).status).toBe(400);
  });

  it('store an outcome only if it is true', async () => {
    const link = await made();
    const { visitor } = await opened(link);
    const report = (connectionId: string, more: object = {}) =>
      visitor.post('/connect/session/outcome', { sessionId: link.id, status: 'connected', connectionId, ...more });
    const others = await builder.connect(stage.sandbox, 'somebody-else');
    expect((await report(others.id)).status).toBe(422);
    expect((await report('nothing')).status).toBe(422);
    const own = await builder.connect(stage.sandbox, 'acme', { apiKey: 'sandbox-key', consumerRef: 'ada' });
    expect((await report(own.id, { installationId: own.id })).status).toBe(422);
    expect((await report(own.id)).status).toBe(204);
    expect(await builder.get(`/connect-sessions/${link.id}`)).toMatchObject({
      status: 'connected',
      connectionId: own.id,
    });
    for (const status of ['disconnected', 'cancelled']) expect((await report(own.id, { status })).status).toBe(422);
    expect((await report('', { status: 'disconnected' })).status).toBe(422); // the connection is still there
    expect((await report(own.id, { status: 'done' })).status).toBe(400);
    succeeded(await builder.call('DELETE', `/connections/${own.id}`));
    expect((await report(own.id)).status).toBe(422);
    for (const { id } of await builder.get<{ id: string }[]>('/connections?groupRef=acme&consumerRef=ada'))
      succeeded(await builder.call('DELETE', `/connections/${id}`));
    for (const status of ['disconnected', 'cancelled']) {
      expect((await report('', { status })).status).toBe(204);
      expect(await builder.get(`/connect-sessions/${link.id}`)).toMatchObject({ status });
    }
    const stranger = aVisitor(stage.platform);
    expect((await stranger.post('/connect/session/outcome', { sessionId: link.id, connectionId: own.id })).status).toBe(
      401,
    );
  });

  it('of an integration are connected only when something is installed', async () => {
    const link = await made({ integration: 'crm', groupRef: 'installs' });
    const { visitor } = await opened(link);
    const report = (installationId: string) =>
      visitor.post('/connect/session/outcome', {
        sessionId: link.id,
        status: 'connected',
        connectionId: own.id,
        installationId,
      });
    const own = await builder.connect(stage.sandbox, 'installs', { apiKey: 'sandbox-key', consumerRef: 'ada' });
    expect((await report('')).status).toBe(422);
    const config = { content: { provider: 'sandbox', read: { objects: {} } } };
    const body = { groupRef: 'installs', connectionId: own.id, config };
    const installed = await builder.call('POST', `/integrations/${integrationId}/installations`, body);
    expect((await report(succeeded<{ id: string }>(installed).id)).status).toBe(204);
  });

  it('offer mappings of an integration, which its page gets', async () => {
    const fieldMapping = {
      contacts: [{ mapToName: 'stage', mappedValues: [{ mappedValue: 'won', mappedDisplayValue: 'Won' }] }],
    };
    const { session } = await opened(await made({ integration: 'crm', fieldMapping }));
    expect(session).toMatchObject({ fieldMapping });
    const refused = [
      { provider: 'sandbox', fieldMapping },
      { integration: 'crm', fieldMapping: { contacts: [{ mapTo: 'stage' }] } },
    ];
    for (const more of refused) {
      const answer = await builder.call('POST', '/connect-sessions', { groupRef: 'acme', consumerRef: 'ada', ...more });
      expect([answer.status, answer.type]).toEqual([400, 'application/problem+json']);
    }
  });

  it('are unknown to another project', async () => {
    const link = await made();
    const other = aBuilder(await addProject(stage.platform, 'stranger'));
    expect((await other.call('GET', `/connect-sessions/${link.id}`)).status).toBe(404);
  });
});
