import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadDocument, operationsOf } from '../../gateway/contract/document.ts';
import { auditActions } from '../../lib/audit/audit_entry.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { succeeded } from '../support/builder.ts';
import { aSignedInVisitor } from '../support/console_visitor.ts';
import { addApiKey, addBuilder } from '../support/credentials.ts';
import { eventually } from '../support/eventually.ts';
import { aPerson, theOwner } from '../support/people.ts';
import { startTestPlatform, type TestPlatform } from '../support/platform.ts';
import { addProject } from '../support/second_project.ts';
import { send } from '../support/tenants/drawn_request.ts';
import { exampleOf, examples } from '../support/tenants/examples.ts';
import { aTenant, type Tenant } from '../support/tenants/tenant.ts';
import { type Receiver, startReceiver } from '../support/webhook_receiver.ts';

type Entry = {
  id: string;
  time: string;
  actor: string;
  actorName?: string;
  action: string;
  targetId: string;
  targetName?: string;
  fields: string[];
  isOfOrg?: boolean;
};
type Page = { results: Entry[]; pagination: { done: boolean; nextPageToken?: string } };

const document = loadDocument();

/** What each operation that changes or reveals something writes. */
const AUDITED: Readonly<Record<string, string>> = {
  updateProject: 'project.updated',
  updateBranding: 'branding.updated',
  updateOrg: 'org.updated',
  listApiKeys: 'apiKey.revealed',
  createOrgInvite: 'invite.created',
  deleteOrgInvite: 'invite.deleted',
  acceptInvite: 'member.added',
  addUserToOrg: 'member.added',
  updateOrgBuilder: 'member.updated',
  removeOrgBuilder: 'member.removed',
  claimDomain: 'domain.claimed',
  createApiKey: 'apiKey.created',
  updateApiKey: 'apiKey.updated',
  deleteApiKey: 'apiKey.deleted',
  createJWTKey: 'jwtKey.created',
  updateJWTKey: 'jwtKey.updated',
  deleteJWTKey: 'jwtKey.deleted',
  createProviderApp: 'providerApp.created',
  updateProviderApp: 'providerApp.updated',
  deleteProviderApp: 'providerApp.deleted',
  generateConnection: 'connection.created',
  updateConnection: 'connection.updated',
  deleteConnection: 'connection.deleted',
  createConnectSession: 'connectSession.created',
  createIntegration: 'integration.deployed',
  batchUpsertIntegrations: 'integration.deployed',
  createRevision: 'integration.deployed',
  deleteIntegration: 'integration.deleted',
  createInstallation: 'installation.created',
  updateInstallation: 'installation.updated',
  patchObjectConfigContent: 'installation.updated',
  deleteInstallation: 'installation.deleted',
  pauseReads: 'installation.paused',
  unpauseReads: 'installation.unpaused',
  replayOperation: 'operation.replayed',
  writeRecords: 'records.written',
  createDestination: 'destination.created',
  updateDestination: 'destination.updated',
  testDestination: 'destination.tested',
  resendDelivery: 'delivery.resent',
  deleteDestination: 'destination.deleted',
  recoverDestination: 'recovery.created',
  createTopic: 'topic.created',
  updateTopic: 'topic.updated',
  deleteTopic: 'topic.deleted',
  createEventTopicRoute: 'route.created',
  deleteEventTopicRoute: 'route.deleted',
  createTopicDestinationRoute: 'route.created',
  deleteTopicDestinationRoute: 'route.deleted',
};
/** Their examples change nothing any more, so they write no entry; test/contract/recoveries.test.ts has it. */
const AUDITED_ELSEWHERE: Readonly<Record<string, string>> = { cancelRecovery: 'recovery.cancelled' };
/** Changes without an entry, and why. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  createOrg: 'it is of no project yet',
  createProject: 'the entry is in the log of the new project',
  verifyClaimedDomain: 'it asks the DNS; the claim has an entry',
  createBillingAccountSession: 'it is at the billing provider',
  oauthConnect: 'it begins a sign-in; the connection has an entry',
  oauthUpdate: 'it begins a sign-in; the connection has an entry',
  customAuthConnect: 'it begins a sign-in; the connection has an entry',
  generateUploadUrl: 'the deploy has an entry',
  uploadSource: 'the deploy has an entry',
  triggerRead: 'reading; the operation is its record',
  deliverResults: 'delivery; the deliveries are its record',
  upsertMetadataForConnection: 'it changes the account at the provider, and nothing here',
  upsertMetadataForInstallation: 'it changes the account at the provider, and nothing here',
};

describe('the audit log', () => {
  let platform: TestPlatform;
  let sandbox: Sandbox;
  let receiver: Receiver;
  let tenant: Tenant;
  beforeAll(async () => {
    [sandbox, receiver, platform] = await Promise.all([
      startSandbox({ records: 2 }),
      startReceiver(),
      startTestPlatform(),
    ]);
    const { builderId: spareBuilderId } = await aPerson(platform, 'spare@audit.example');
    tenant = await aTenant(platform, { sandbox, receiver, spareBuilderId });
  });
  afterAll(async () => {
    await platform?.stop();
    await receiver?.stop();
    await sandbox?.stop();
  });

  const page = (query = '') => tenant.builder.get<Page>(`/audit-log${query}`);
  async function all(query = ''): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (let token = ''; ; ) {
      const { results, pagination } = await page(`?pageSize=50${query}${token && `&pageToken=${token}`}`);
      entries.push(...results);
      if (pagination.done) return entries;
      token = pagination.nextPageToken ?? '';
    }
  }
  const about = (action: string) => all(`&action=${action}`);

  it('says of every operation whether it has an entry', () => {
    const changing = operationsOf(document)
      .filter(({ method, schemes }) => method !== 'get' && schemes.length > 0)
      .map(({ operationId }) => operationId);
    const said = { ...AUDITED, ...AUDITED_ELSEWHERE, ...NOT_AUDITED };
    expect(changing.filter((operationId) => !(operationId in said))).toEqual([]);
    const known = operationsOf(document).map(({ operationId }) => operationId);
    expect(Object.keys(said).filter((operationId) => !known.includes(operationId))).toEqual([]);
    const declared = document.components?.schemas?.['AuditAction'] as { enum: string[] } | undefined;
    expect(declared?.enum.toSorted()).toEqual(Object.values(auditActions).flatMap(Object.keys).toSorted());
  });

  it('has an entry of every change, by who made it', async () => {
    const { ready, ids } = tenant;
    const wanted: string[] = [];
    const byId = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]));
    for (const operationId of Object.keys(examples)) {
      const operation = byId.get(operationId);
      const action = AUDITED[operationId];
      if (!operation || (action === undefined && !(operationId in NOT_AUDITED))) continue;
      const isKey = operation.schemes.includes('ApiKey');
      const headers: Record<string, string> = isKey
        ? { 'x-api-key': ready.apiKey }
        : { authorization: `Bearer ${ready.bearerToken}` };
      const answer = await send(platform.origin, operation, exampleOf(document, operation, ids), headers);
      expect([operationId, answer.status < 300 || operationId === 'verifyClaimedDomain']).toEqual([operationId, true]);
      if (action) wanted.push(`${isKey ? 'api-key' : 'builder'} ${action}`);
    }
    await eventually(async () => {
      const written = (await all()).map(({ actor, action }) => `${actor.split(':')[0]} ${action}`);
      expect(wanted.filter((one) => !written.includes(one))).toEqual([]);
    });
    const [renamed] = await about('org.updated');
    expect((await all()).filter(({ actor }) => actor === `builder:${ids['builderId']}`)[0]?.actorName).toBe(
      'First Builder',
    );
    expect((await about('topic.created'))[0]?.actorName).toBe('first key');
    expect(renamed).toMatchObject({ isOfOrg: true, targetId: ids['orgId'], fields: ['label'] });
  });

  it('has names of fields and no values, and what is revealed once an hour', async () => {
    const { builder } = tenant;
    const secret = 'a-value-that-nobody-may-see';
    const made = await builder.call('POST', '/destinations', {
      name: 'audited',
      type: 'webhook',
      metadata: { url: 'http://127.0.0.1:9/hook', headers: { 'x-secret': secret } },
    });
    const { id } = succeeded<{ id: string }>(made);
    const body = { updateMask: ['metadata.headers'], destination: { metadata: { headers: { 'x-secret': secret } } } };
    succeeded(await builder.call('PATCH', '/destinations/audited', body));
    for (let i = 0; i < 3; i += 1) await builder.get('/destinations/audited?includeSecrets=true');
    await builder.get('/destinations/audited?rotate=true');
    const connection = await builder.connect(sandbox, 'revealed', { apiKey: 'sandbox-key' });
    for (let i = 0; i < 3; i += 1) await builder.get(`/connections/${connection.id}?includeCreds=true`);
    await eventually(async () => {
      const mine = (await all(`&targetId=${id}`)).map(({ action, fields, targetName }) => [action, targetName, fields]);
      expect(mine.toReversed()).toEqual(
        expect.arrayContaining([
          ['destination.created', 'audited', []],
          ['destination.updated', 'audited', ['metadata.headers']],
          ['destination.revealed', 'audited', []],
          ['destination.updated', 'audited', ['webhookSigningKey']],
        ]),
      );
      expect(mine).toHaveLength(4);
      expect((await all(`&targetId=${connection.id}`)).map(({ action }) => action)).toEqual([
        'connection.revealed',
        'connection.created',
      ]);
    });
    const text = JSON.stringify(await all());
    for (const value of [secret, 'sandbox-key', tenant.ready.apiKey]) expect(text).not.toContain(value);
  });

  it('S19: has the sign-ins to the console, and API keys as revealed only when their values were', async () => {
    const { ids } = tenant;
    const before = await about('session.created');
    await aSignedInVisitor(platform);
    await eventually(async () => expect(await about('session.created')).toHaveLength(before.length + 1));
    const [signIn] = await about('session.created');
    expect(signIn).toMatchObject({ actor: `builder:${ids['builderId']}`, isOfOrg: true, actorName: 'First Builder' });
    const revealed = await about('apiKey.revealed');
    const list = async (query: string) => {
      const answer = await owner.send('GET', `/projects/${platform.ready.project.name}/api-keys${query}`);
      return (answer.body as unknown as { key: string }[]).map(({ key }) => key);
    };
    const owner = theOwner(platform);
    const [masked = ''] = await list('?masked=true');
    expect(masked).toMatch(/^cwk_\w{6}\*{4}\w{6}$/);
    expect(await about('apiKey.revealed')).toEqual(revealed);
    expect(await list('')).toContain(platform.ready.apiKey);
    await eventually(async () => expect(await about('apiKey.revealed')).toHaveLength(revealed.length + 1));
  });

  it('has no entry of what did not happen', async () => {
    const { builder, ids } = tenant;
    const before = await about('integration.deployed');
    const sourceYaml = `specVersion: 1.0.0\nintegrations:\n  - name: dry\n    provider: sandbox\n    read: {objects: [{objectName: contacts, destination: ${ids['destinationName']}}]}\n`;
    succeeded(await builder.call('PUT', '/integrations:batch?dryRun=true', { sourceYaml }));
    const expectedRevisionIds = { dry: 'another' };
    expect((await builder.call('PUT', '/integrations:batch', { sourceYaml, expectedRevisionIds })).status).toBe(409);
    expect((await builder.call('DELETE', '/destinations/nothing-of-this-name')).status).toBe(404);
    succeeded(await builder.call('PUT', '/integrations:batch', { sourceYaml }));
    // The same again changes nothing.
    succeeded(await builder.call('PUT', '/integrations:batch', { sourceYaml }));
    await eventually(async () => expect(await about('integration.deployed')).toHaveLength(before.length + 1));
    expect((await about('integration.deployed'))[0]).toMatchObject({ targetName: 'dry' });
  });

  it('is paged, newest first, and filtered', async () => {
    const entries = await all();
    const times = entries.map(({ time }) => Date.parse(time));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    const [{ actor = '' } = {}] = entries.filter((one) => one.actor.startsWith('builder:'));
    const mine = await all(`&actor=${encodeURIComponent(actor)}`);
    expect(mine).toEqual(entries.filter((one) => one.actor === actor));
    const at = entries[5]?.time ?? '';
    expect((await all(`&since=${at}`)).every(({ time }) => time >= at)).toBe(true);
    expect((await all(`&until=${at}`)).every(({ time }) => time < at)).toBe(true);
    for (const query of ['?action=nothing', '?pageToken=x', '?since=yesterday', '?pageSize=0']) {
      const answer = await tenant.builder.call('GET', `/audit-log${query}`);
      expect([query, answer.status, answer.type]).toEqual([query, 400, 'application/problem+json']);
    }
  });

  it('is for admins of the org, and for keys with the scope full', async () => {
    const path = `/v1/projects/${tenant.builder.projectName}/audit-log`;
    const ask = async (headers: Record<string, string>) => (await fetch(platform.origin + path, { headers })).status;
    const bearer = async (role: 'admin' | 'member' | null) => ({
      authorization: `Bearer ${await addBuilder(platform, role)}`,
    });
    expect(await ask(await bearer('admin'))).toBe(200);
    expect(await ask(await bearer('member'))).toBe(403);
    expect(await ask(await bearer(null))).toBe(404);
    expect(await ask({ 'x-api-key': await addApiKey(platform, ['frontend']) })).toBe(403);
    const other = await addProject(platform, 'foreign');
    expect(await ask({ 'x-api-key': other.ready.apiKey })).toBe(404);
    expect(await ask({})).toBe(401);
  });

  it('shows what is done to an org in its own projects only', async () => {
    const other = await addProject(platform, 'apart');
    const label = { updateMask: ['label'], org: { label: 'Apart' } };
    succeeded(await theOwner(other).send('PATCH', `/orgs/${other.ready.orgId}`, label));
    const names = (await about('org.updated')).map(({ targetName }) => targetName);
    expect(names).not.toContain('Apart');
  });
});
