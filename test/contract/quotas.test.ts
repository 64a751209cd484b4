import { beforeEach, describe, expect, it } from '@jest/globals';
import { makeWriteAuditEntry as auditOf } from '../../lib/audit/audit.ts';
import { createSealer, newKeyring } from '../../lib/crypto/sealer.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { Problem } from '../../lib/problem/problem.ts';
import { systemClock } from '../../lib/time/clock.ts';
import { makeApiKeys } from '../../services/identity/api_keys/api_keys.ts';
import { makeAudit } from '../../services/identity/audit/audit_entries.ts';
import { makeClaimDomain } from '../../services/identity/claimed_domains/claim_domain.ts';
import { makeCreateInvite } from '../../services/identity/invites/invites.ts';
import { migrations as ofIdentity } from '../../services/identity/migrations/migrations.ts';
import { makeCreateOrg } from '../../services/identity/orgs/orgs.ts';
import { makeCreateProject } from '../../services/identity/projects/projects.ts';
import { sqlStores as identityStores } from '../../services/identity/stores.ts';
import { migrations as ofInstallation } from '../../services/installation/migrations/migrations.ts';
import { NO_LIMITS } from '../../services/installation/quota_store.ts';
import { migrations as ofNotifications } from '../../services/notifications/migrations/migrations.ts';
import { makeTopics } from '../../services/notifications/routing/topics.ts';
import { sqlStores as notificationsStores } from '../../services/notifications/stores.ts';
import { forEachEngine } from '../support/engines.ts';
import { BROWSER, FROM_SERVER, installationWorld, MANIFEST } from '../support/installation_world.ts';

/** Runs creations at the same moment; returns how many succeeded and what the others were told. */
async function atOnce(count: number, create: (i: number) => Promise<unknown>) {
  const results = await Promise.allSettled(Array.from({ length: count }, (_, i) => create(i)));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Problem] : []));
  return { created: count - refused.length, refused };
}

const actorless = { principal: 'system:test' };
const full = (max: number) => ({ kind: 'unprocessable', extras: { context: { max, used: max } } });

forEachEngine((engine) => {
  describe('S11: the quotas of identity', () => {
    const db = engine.suiteDatabase(ofIdentity);
    const limits = { apiKeys: 3, jwtKeys: 3, invites: 3, claimedDomains: 3, projects: 3, orgs: 3 };
    const audit = makeAudit({ clock: systemClock, newId });
    const deps = () => ({ stores: identityStores(db(), limits), clock: systemClock, newId, audit });

    async function anOrg() {
      const actor = {
        principal: 'builder:x',
        builderId: newId(),
        keyOrgId: '',
        email: 'a@b.example',
        emailVerified: true,
      };
      const { id } = await makeCreateOrg(deps())(actor, { label: 'Org' });
      return { actor, orgId: id };
    }

    it('admit exactly as many API keys as they allow, however many are created at the same moment', async () => {
      const { createApiKey } = makeApiKeys({ ...deps(), sealer: createSealer(newKeyring()), isKeyMasked: false });
      const [projectId, other] = [newId(), newId()];
      const { created, refused } = await atOnce(12, () =>
        createApiKey(actorless, { projectId, label: 'k', scopes: [] }),
      );
      expect(created).toBe(3);
      for (const problem of refused) expect(problem).toMatchObject(full(3));
      expect(await deps().stores.apiKeys.list(projectId, { activeOnly: false })).toHaveLength(3);
      await createApiKey(actorless, { projectId: other, label: 'k', scopes: [] });
      const [key] = await deps().stores.apiKeys.list(projectId, { activeOnly: false });
      await deps().stores.apiKeys.remove(projectId, key?.id ?? '');
      await createApiKey(actorless, { projectId, label: 'k', scopes: [] });
    });

    it('count the projects, pending invites and claimed domains of an org, and the orgs of a builder', async () => {
      const { actor, orgId } = await anOrg();
      const createProject = makeCreateProject(deps());
      const projects = await atOnce(6, (i) =>
        createProject(actor, { orgId, name: `p${i}-${orgId.slice(-12)}`, appName: 'App' }),
      );
      const createInvite = makeCreateInvite({ ...deps(), lifetimeMs: 60_000 });
      const invites = await atOnce(6, (i) => createInvite(actor, { orgId, email: `p${i}@x.example`, role: '' }));
      const claimDomain = makeClaimDomain({ ...deps(), checkSchedule: (now) => ({ next: now, until: now }) });
      const domains = await atOnce(6, (i) => claimDomain(actor, { orgId, text: `d${i}.example` }));
      const orgs = await atOnce(6, () => makeCreateOrg(deps())(actor, { label: 'Another' }));
      expect([projects, invites, domains, orgs].map(({ created }) => created)).toEqual([3, 3, 3, 2]);
      // The same again is no new one.
      const [known] = await deps().stores.claimedDomains.listOfOrg(orgId);
      await claimDomain(actor, { orgId, text: known?.domain ?? '' });
      const [invited] = await deps().stores.invites.list(orgId, { after: '', limit: 1 });
      await createInvite(actor, { orgId, email: invited?.invitedEmail ?? '', role: '' });
    });
  });

  describe('S11: the quota of orgs', () => {
    const db = engine.suiteDatabase(ofIdentity);

    it('S11: counts what a builder creates, with a key of theirs too, and not what others make them an owner of', async () => {
      const limits = { apiKeys: 0, jwtKeys: 0, invites: 0, claimedDomains: 0, projects: 0, orgs: 3 };
      const deps = { stores: identityStores(db(), limits), clock: systemClock, newId };
      const createOrg = makeCreateOrg(deps);
      const builder = () => ({
        principal: 'builder:x',
        builderId: newId(),
        keyOrgId: '',
        email: '',
        emailVerified: false,
      });
      const [victim, stranger] = [builder(), builder()];
      const ownToo = (orgId: string) =>
        deps.stores.memberships.insert({
          orgId,
          builderId: victim.builderId,
          role: 'owner',
          // After the stranger: of two owners of the same millisecond either may be the first.
          createTime: systemClock.now() + 1,
        });
      const first = await createOrg(stranger, { label: 'Trap' });
      await ownToo(first.id);
      const key = { ...builder(), builderId: '', keyOrgId: first.id };
      await createOrg(key, { label: 'By key' });
      await ownToo((await createOrg(stranger, { label: 'Trap' })).id);
      await expect(createOrg(key, { label: 'By key' })).rejects.toMatchObject(full(3));
      for (let i = 0; i < 3; i += 1) await createOrg(victim, { label: 'Own' });
      await expect(createOrg(victim, { label: 'Own' })).rejects.toMatchObject(full(3));
    });
  });

  describe('S11: the quotas of notifications', () => {
    const db = engine.suiteDatabase(ofNotifications);

    it('count topics, and both kinds of routes together, and admit exactly as many as they allow', async () => {
      const stores = notificationsStores(db(), { destinations: 0, topics: 4, routes: 2 });
      const common = { clock: systemClock, newId };
      const deps = { stores, ...common, audit: auditOf('notifications', common) };
      const projectId = newId();
      const { createTopic, createEventTopicRoute: route } = makeTopics(deps);
      const { created, refused } = await atOnce(10, (i) => createTopic({ projectId, name: `topic-${i}` }));
      expect(created).toBe(4);
      for (const problem of refused) expect(problem).toMatchObject(full(4));
      const [topic] = await stores.topics.list(projectId, { after: '', limit: 1 });
      await stores.topicDestinationRoutes.insert({
        id: newId(),
        projectId,
        topicId: topic?.id ?? '',
        destinationId: newId(),
        createTime: 1,
      });
      const types = ['installation.created', 'installation.deleted', 'connection.created', 'connection.deleted'];
      const routes = await atOnce(4, (i) => route({ projectId, topicId: topic?.id ?? '', eventType: types[i] ?? '' }));
      expect(routes.created).toBe(1);
    });
  });

  describe('S11: the quotas of installation', () => {
    const db = engine.suiteDatabase(ofInstallation);
    let projectId: string;
    beforeEach(() => {
      projectId = newId();
    });
    const world = (limits: Partial<typeof NO_LIMITS>, uploads = { perDay: 0, bytesPerDay: 0 }) =>
      installationWorld(db(), { limits: { ...NO_LIMITS, ...limits }, uploads });

    it('admit exactly as many connections of a group and of a project as they allow', async () => {
      const { connect, deps } = await world({ connectionsOfGroup: 3, connections: 5 });
      const group = await atOnce(12, () => connect({ projectId, groupRef: 'greedy' }));
      expect(group.created).toBe(3);
      for (const problem of group.refused) expect(problem).toMatchObject({ detail: expect.stringContaining('group') });
      const others = await atOnce(8, (i) => connect({ projectId, groupRef: `other-${i}` }));
      expect(others.created).toBe(2);
      for (const problem of others.refused) expect(problem).toMatchObject(full(5));
      expect(
        await deps.stores.connections.list(projectId, { provider: '', groupRef: '', consumerRef: '' }),
      ).toHaveLength(5);
    });

    it('S11: count connections by sign-in too, at the same moment as others, and let a sign-in refresh one', async () => {
      const w = await world({ connectionsOfGroup: 3, connections: 5 });
      const { createProviderApp, startOauth, completeOauth, pressContinue, connect, deps, call } = w;
      await createProviderApp(call, {
        projectId,
        provider: 'sandboxOAuth',
        clientId: 'client',
        clientSecret: 's',
        externalRef: '',
        scopes: ['crm.read'],
        metadataJson: '',
      });
      w.answer(() => ({ body: { access_token: 'at', expires_in: 60 } }));
      const request = {
        provider: 'sandboxOAuth',
        groupName: '',
        consumerName: '',
        workspaceRef: '',
        providerAppId: '',
      };
      const start = async (groupRef: string, consumerRef: string) => {
        const who = { projectId, groupRef, consumerRef, metadataJson: '{"baseUrl":"http://127.0.0.1:1"}' };
        const { url } = await startOauth(call, { ...request, ...who, ...FROM_SERVER });
        return new URL(await pressContinue(url)).searchParams.get('state') ?? '';
      };
      const finish = async (state: string) => {
        const answer = { state, code: 'code', error: '', errorDescription: '', issuer: 'http://127.0.0.1:1/oidc' };
        const { connectionId, error } = await completeOauth(call, { ...answer, browserSecrets: [BROWSER] });
        if (!connectionId) throw new Error(error);
      };
      const states = await Promise.all(Array.from({ length: 6 }, (_, i) => start('greedy', `c${i}`)));
      const { created, refused } = await atOnce(12, (i) =>
        i % 2 ? connect({ projectId, groupRef: 'greedy' }) : finish(states[i / 2] ?? ''),
      );
      expect(created).toBe(3);
      for (const { message } of refused) expect(message).toContain('may have at most 3 connections');
      const list = () => deps.stores.connections.list(projectId, { provider: '', groupRef: '', consumerRef: '' });
      expect(await list()).toHaveLength(3);
      // Before the consent, and in steps too.
      await expect(start('greedy', 'new')).rejects.toMatchObject(full(3));
      const steps = { ...request, projectId, groupRef: 'greedy', consumerRef: 'new', metadataJson: '' };
      const inSteps = { ...steps, provider: 'sandboxSteps', customAuthJson: '{"region":"eu"}', openerOrigin: '' };
      await expect(w.startCustomAuth(call, inSteps)).rejects.toMatchObject(full(3));
      // Room for two more in the project; a connection that exists is refreshed however full it is.
      await finish(await start('other', 'ada'));
      await finish(await start('third', 'ada'));
      await finish(await start('other', 'ada'));
      await expect(start('fourth', 'ada')).rejects.toMatchObject(full(5));
      expect(await list()).toHaveLength(5);
    });

    it('count the integrations of a whole manifest, and not those that exist', async () => {
      const { upsertIntegrations, call } = await world({ integrations: 2 });
      const named = (name: string) => MANIFEST.replace('name: crm-in', `name: ${name}`);
      for (const name of ['one', 'two', 'two'])
        await upsertIntegrations(call, { projectId, sourceYaml: named(name), sourceZipUrl: '' });
      await expect(
        upsertIntegrations(call, { projectId, sourceYaml: named('three'), sourceZipUrl: '' }),
      ).rejects.toMatchObject(full(2));
    });

    async function signIns(limits: Partial<typeof NO_LIMITS>) {
      const { createProviderApp, startOauth, call, pass, deps } = await world(limits);
      const app = (clientId: string) =>
        createProviderApp(call, {
          projectId,
          provider: 'sandboxOAuth',
          clientId,
          clientSecret: 's',
          externalRef: '',
          scopes: ['crm.read'],
          metadataJson: '',
        });
      const start = (groupRef: string, consumerRef = 'c') =>
        startOauth(call, {
          projectId,
          provider: 'sandboxOAuth',
          groupRef,
          groupName: '',
          consumerRef,
          consumerName: '',
          workspaceRef: '',
          metadataJson: '{"baseUrl":"http://127.0.0.1:1"}',
          providerAppId: '',
          ...FROM_SERVER,
        });
      const ofProject = () => db()('oauth_sessions').where({ project_id: projectId });
      const continuePages = async () => {
        for (const id of (await ofProject().pluck('page_id')) as string[])
          await deps.stores.signInPages.bind(projectId, id, newId());
      };
      const consumers = async () => ((await ofProject().pluck('consumer_ref')) as string[]).toSorted();
      return { app, start, pass, continuePages, consumers, clock: deps.clock };
    }

    it('count the sign-ins that a group has under way, until they end', async () => {
      const { app, start, pass, continuePages, clock } = await signIns({ signIns: 2, providerApps: 1 });
      expect((await atOnce(3, (i) => app(`client-${i}`))).created).toBe(1);
      await start('greedy');
      await start('greedy');
      await continuePages();
      const { created, refused } = await atOnce(3, () => start('greedy'));
      expect(created).toBe(0);
      const extras = { retryAfter: clock.now() + 10 * 60_000, context: { max: 2, used: 2 } };
      for (const problem of refused) expect(problem).toMatchObject({ kind: 'rateLimited', extras });
      await start('other');
      pass(10 * 60_000);
      await start('greedy');
    });

    it('S11: let the oldest sign-ins that nobody continued give way, with their pages, and no others', async () => {
      const { app, start, pass, continuePages, consumers } = await signIns({ signIns: 3 });
      await app('client');
      await start('victim', 'continued');
      await continuePages();
      for (const consumer of ['first', 'second', 'third', 'fourth']) {
        pass(1);
        await start('victim', consumer);
      }
      await start('other', 'neighbour');
      expect(await consumers()).toEqual(['continued', 'fourth', 'neighbour', 'third']);
      expect(await db()('sign_in_pages').where({ project_id: projectId }).pluck('id')).toHaveLength(4);
      expect((await atOnce(6, (i) => start('victim', `crowd-${i}`))).created).toBe(6);
      expect(await consumers()).toHaveLength(4);
      await continuePages();
      await expect(start('victim')).rejects.toMatchObject({ extras: { context: { max: 3, used: 3 } } });
    });

    it('limit the uploads of a day and their content, by number, with a time for the retry', async () => {
      const { generateUploadUrl, deps, call, pass } = await world({}, { perDay: 2, bytesPerDay: 10 });
      const start = () => generateUploadUrl(call, { projectId, md5: '' });
      const { path } = await start();
      const id = path.slice(1, -'.zip'.length);
      await deps.stores.uploads.putContent(`project:${projectId}`, id, new Uint8Array(7));
      expect(await deps.stores.uploads.usage(`project:${projectId}`, 0)).toMatchObject({ count: 1, bytes: 7 });
      await start();
      const refused = (await start().catch((error: unknown) => error)) as Problem;
      expect(refused).toMatchObject({ kind: 'rateLimited', extras: { retryAfter: deps.clock.now() + 24 * 3_600_000 } });
      pass(24 * 3_600_000);
      await start();
    });
  });
});
