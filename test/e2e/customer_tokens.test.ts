import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDocument, type Operation, operationsOf } from '../../gateway/contract/document.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { type Builder, succeeded } from '../support/builder.ts';
import { aSigner, type Customer, type Signer } from '../support/customers.ts';
import { checkDeclared } from '../support/declared_answers.ts';
import { type Answer, request, startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { callbackUrl, pressContinue } from '../support/sign_in.ts';
import { addressOf, type Drawn, send } from '../support/tenants/drawn_request.ts';
import { exampleOf, examples } from '../support/tenants/examples.ts';
import { aTenant, type Tenant } from '../support/tenants/tenant.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

const document = loadDocument({ authCompat: true });
const order = Object.keys(examples);
const secured = operationsOf(document).filter(({ schemes }) => schemes.includes('Bearer'));
const open = secured
  .filter(({ access }) => access.customer === 'group')
  .toSorted((a, b) => order.indexOf(a.operationId) - order.indexOf(b.operationId));
const PROJECT_WIDE = ['getProject', 'listProviderApps', 'listIntegrations', 'getIntegration'];
const ABSENT = '01900000-0000-7000-8000-000000000000';
const named = (some: Operation[]) => some.map((operation) => [operation.operationId, operation] as const);

/** With CAUSEWAY_AUTH_COMPAT, so that the operations under test include every one that the UI library calls. */
describe('the token of a customer', () => {
  let platform: TestPlatform;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let tenant: Tenant;
  let builder: Builder;
  let signer: Signer;

  beforeAll(async () => {
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ records: 2 }),
      startReceiver(),
      startTestPlatform({ CAUSEWAY_AUTH_COMPAT: '1' }),
    ]);
    tenant = await aTenant(platform, { sandbox, receiver, spareBuilderId: 'nobody' });
    builder = tenant.builder;
    signer = await aSigner(builder);
  });
  afterAll(async () => {
    await platform.stop();
    await receiver.stop();
    await sandbox.stop();
  });

  const owner = (): Customer => ({
    groupRef: tenant.ids['groupRef'] ?? '',
    consumerRef: tenant.ids['consumerRef'] ?? '',
  });
  /** The customer who owns the resource in an operation's example. */
  async function ownerOf(operation: Operation): Promise<Customer> {
    const { path, body } = exampleOf(document, operation, tenant.ids);
    const connectionId = path['connectionId'] ?? (body as { connectionId?: string } | undefined)?.connectionId;
    if (!connectionId) return owner();
    const { group, consumer } = await builder.get<{ group: Customer; consumer: Customer }>(
      `/connections/${connectionId}`,
    );
    return { groupRef: group.groupRef, consumerRef: consumer.consumerRef };
  }
  const bearer = (customer: Customer) => ({ authorization: `Bearer ${signer.sign(customer)}` });

  async function ask(operation: Operation, drawn: Drawn, headers: Record<string, string>): Promise<Answer> {
    const answer = await send(platform.origin, operation, drawn, headers);
    checkDeclared(operation.method.toUpperCase(), addressOf(operation, drawn), answer);
    return answer;
  }
  const get = (path: string, customer: Customer) =>
    request(platform.origin, 'GET', `/v1/projects/demo${path}`, { headers: bearer(customer) });

  it.each(named(secured.filter(({ access }) => access.customer === 'none')))(
    'does not open %s',
    async (_id, operation) => {
      const path = Object.fromEntries(operation.parameters.map(({ name }) => [name, ABSENT]));
      const { status } = await ask(
        operation,
        { path: { ...path, projectIdOrName: 'demo' }, query: {} },
        bearer(owner()),
      );
      expect(operation.path.includes('{orgId}') ? [403, 404] : [403]).toContain(status);
    },
  );

  const strangers: [string, (one: Customer) => Customer][] = [
    ['of another group', (one) => ({ ...one, groupRef: 'rivals' })],
    ['of another consumer of the group', (one) => ({ ...one, consumerRef: 'somebody' })],
    ['of another group and consumer', () => ({ groupRef: 'rivals', consumerRef: 'somebody' })],
  ];
  describe.each(strangers)('%s', (_what, stranger) => {
    it.each(named(open.filter(({ operationId }) => !PROJECT_WIDE.includes(operationId))))(
      'gets nothing by %s',
      async (_id, operation) => {
        const drawn = exampleOf(document, operation, tenant.ids);
        const answer = await ask(operation, drawn, bearer(stranger(await ownerOf(operation))));
        const isEmptyList = answer.status === 200 && answer.text === '[]';
        expect(isEmptyList || [400, 403, 404, 422].includes(answer.status)).toBe(true);
        for (const name of ['installationId', 'connectionId', 'spareConnectionId', 'looseConnectionId'])
          expect(answer.text).not.toContain(tenant.ids[name]);
      },
    );
    it.each(named(open.filter(({ path }) => /\{(connectionId|installationId)\}/.test(path))))(
      'gets the same answer from %s as for a missing resource',
      async (_id, operation) => {
        const own = exampleOf(document, operation, tenant.ids);
        const absent = structuredClone(own);
        for (const name of ['connectionId', 'installationId']) if (absent.path[name]) absent.path[name] = ABSENT;
        const headers = bearer(stranger(await ownerOf(operation)));
        const [told, wanted] = [await ask(operation, own, headers), await ask(operation, absent, headers)];
        expect([told.status, told.body['detail']]).toEqual([404, wanted.body['detail']]);
        expect(wanted.status).toBe(404);
      },
    );
  });

  it('is refused when the request names another group or consumer', async () => {
    for (const query of ['groupRef=rivals', 'consumerRef=somebody'])
      expect(await get(`/connections?${query}`, owner())).toMatchObject({
        status: 403,
        body: { remedy: expect.any(String) },
      });
  });

  it('lists only its own resources, without a filter', async () => {
    const connections = JSON.parse((await get('/connections', owner())).text) as { id: string }[];
    expect(connections.map(({ id }) => id)).toEqual([tenant.ids['connectionId']]);
    const path = `/integrations/${tenant.ids['integrationId']}/installations`;
    const installations = JSON.parse((await get(path, owner())).text) as { id: string }[];
    expect(installations.map(({ id }) => id)).toEqual([tenant.ids['installationId']]);
  });

  it('never sees credentials', async () => {
    for (const query of ['includeCreds=true', 'includeRefreshToken=true', 'includeCreds=true&refresh=force']) {
      const answer = await get(`/connections/${tenant.ids['connectionId']}?${query}`, owner());
      expect([answer.status, answer.text.includes('sandbox-key')]).toEqual([403, false]);
    }
  });

  it('installs only with a connection of its own consumer, and is recorded as the creator', async () => {
    const integrationId = await builder.deploy({
      name: 'theirs',
      read: {
        objects: [
          { objectName: 'contacts', destination: tenant.ids['destinationName'], requiredFields: [{ fieldName: 'id' }] },
        ],
      },
    });
    const { id: others } = await builder.connect(sandbox, 'team', { apiKey: 'sandbox-key', consumerRef: 'boss' });
    const customer = { groupRef: 'team', consumerRef: 'worker' };
    const install = (more: object) =>
      request(platform.origin, 'POST', `/v1/projects/demo/integrations/${integrationId}/installations`, {
        headers: { ...bearer(customer), 'content-type': 'application/json' },
        body: JSON.stringify({
          groupRef: 'team',
          config: {
            createdBy: 'builder:root',
            content: { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts' } } } },
          },
          ...more,
        }),
      });
    expect(await install({})).toMatchObject({
      status: 422,
      body: { detail: 'The group has no connection to the provider yet.' },
    });
    expect(await install({ connectionId: others })).toMatchObject({
      status: 400,
      body: { detail: 'There is no such connection.' },
    });
    const { id: own } = await builder.connect(sandbox, 'team', { apiKey: 'sandbox-key', consumerRef: 'worker' });
    await builder.connect(sandbox, 'team', { apiKey: 'sandbox-key', consumerRef: 'another' });
    const made = succeeded<{ connection: { id: string }; createdBy: string }>(await install({}));
    expect(made).toMatchObject({ connection: { id: own }, config: { createdBy: 'consumer:worker' } });
  });

  it('continues a custom sign-in of its own consumer, and does not change those of others', async () => {
    const connect = (customer: Customer, body: object) =>
      request(platform.origin, 'POST', '/v1/custom-auth/connect', {
        headers: { ...bearer(customer), 'content-type': 'application/json' },
        body: JSON.stringify({ projectIdOrName: 'demo', ...body }),
      });
    const customer = { groupRef: 'steps', consumerRef: 'walker' };
    const start = {
      provider: 'sandboxSteps',
      ...customer,
      providerMetadata: { baseUrl: { value: sandbox.url, source: 'input' } },
      customAuth: { region: 'eu' },
    };
    expect((await connect({ ...customer, groupRef: 'rivals' }, start)).status).toBe(403);
    const { redirect } = succeeded<{ redirect: { url: string; sessionId: string } }>(await connect(customer, start));
    const back = await callbackUrl(await pressContinue(new URL(redirect.url)));
    const callbackParams = Object.fromEntries(back.searchParams);
    const goOn = (as: Customer, sessionId: string) => connect(as, { sessionId, callbackParams });
    for (const [, stranger] of strangers) {
      const told = await goOn(stranger(customer), redirect.sessionId);
      const wanted = await goOn(stranger(customer), `${redirect.sessionId}x`);
      expect([told.status, told.body['detail']]).toEqual([404, wanted.body['detail']]);
    }
    expect((await goOn(customer, redirect.sessionId)).status).toBe(200);
  });

  it('is for the project of its key: another project does not exist', async () => {
    const rival = await addProject(platform, 'rival');
    for (const project of [rival.ready.project.name, rival.ready.project.id, 'none']) {
      const answer = await request(platform.origin, 'GET', `/v1/projects/${project}`, { headers: bearer(owner()) });
      expect([answer.status, answer.body['detail']]).toEqual([404, 'There is no such project.']);
      const connect = await request(platform.origin, 'POST', '/v1/oauth-connect', {
        headers: { ...bearer(owner()), 'content-type': 'application/json' },
        body: JSON.stringify({ ...owner(), projectIdOrName: project, provider: 'sandboxOAuth' }),
      });
      expect([connect.status, connect.body['detail']]).toEqual([404, 'There is no such project.']);
    }
  });

  it('is refused after its expiry, or when its key is deactivated', async () => {
    const status = async (token: string) =>
      (await request(platform.origin, 'GET', '/v1/projects/demo', { headers: { authorization: `Bearer ${token}` } }))
        .status;
    const now = Math.floor(Date.now() / 1_000);
    expect(await status(signer.sign({ ...owner(), iat: now - 100, exp: now - 31 }))).toBe(401);
    expect(await status(signer.sign({ ...owner(), iat: now, exp: now + 601 }))).toBe(401);
    expect(await status(signer.sign(owner(), { alg: 'none' }))).toBe(401);
    const other = await aSigner(builder);
    const token = other.sign(owner());
    expect(await status(token)).toBe(200);
    const off = { updateMask: ['active'], jwtKey: { active: false } };
    succeeded(await builder.call('PATCH', `/jwt-keys/${other.kid}`, off));
    expect(await status(token)).toBe(401);
  });

  it.each(named(open))('gives the owner access to %s', async (_id, operation) => {
    const answer = await ask(operation, exampleOf(document, operation, tenant.ids), bearer(await ownerOf(operation)));
    expect([answer.status < 300, answer.status < 300 ? '' : answer.text]).toEqual([true, '']);
  });

  it('is among the schemes of the served document', async () => {
    const served = (await request(platform.origin, 'GET', '/v1/openapi.json')).body as unknown as typeof document;
    expect(schemesOf(served)).toEqual({
      createInstallation: ['ApiKey', 'Bearer'],
      deleteConnection: ['ApiKey', 'Bearer'],
    });
  });

  it('appears in no log', () => expect(platform.log()).not.toMatch(/eyJ[\w-]{20,}\.[\w-]{20,}/));
});

/** The schemes of the operations that CAUSEWAY_AUTH_COMPAT changes. */
function schemesOf(some: typeof document): Record<string, string[]> {
  const about = operationsOf(some).filter(({ access }) => access.authCompat);
  return Object.fromEntries(about.map(({ operationId, schemes }) => [operationId, schemes]));
}

describe('Bearer where the specification has only X-Api-Key', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startTestPlatform();
  });
  afterAll(() => platform.stop());

  it.each(named(open.filter(({ access }) => access.authCompat)))(
    'is refused by %s by default',
    async (_id, operation) => {
      const projectIdOrName = platform.ready.project.name;
      const drawn = { path: { projectIdOrName, integrationIdOrName: ABSENT, connectionId: ABSENT }, query: {} };
      const answer = await send(platform.origin, operation, drawn, {
        authorization: `Bearer ${platform.ready.bearerToken}`,
      });
      expect(answer.status).toBe(401);
    },
  );

  it('is not among the schemes of the served document', async () => {
    const served = (await request(platform.origin, 'GET', '/v1/openapi.json')).body as unknown as typeof document;
    expect(schemesOf(served)).toEqual({ createInstallation: ['ApiKey'], deleteConnection: ['ApiKey'] });
  });
});
