import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrateDown, migrateUp } from '../../lib/db/migrate.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { SecretConnection } from '../../services/installation/connections/connection.ts';
import type { Installation } from '../../services/installation/installations/installation.ts';
import { consumerIds } from '../../services/installation/migrations/0053_consumer_ids.ts';
import { migrations } from '../../services/installation/migrations/migrations.ts';
import { type Stores, sqlStores } from '../../services/installation/stores.ts';
import { forEachEngine, type TestDatabase } from '../support/engines.ts';

const TIME = 1_767_225_600_000;

/** A sign-in in steps that waits for the customer. */
const aStepSession = (projectId: string) => ({
  id: newId(),
  projectId,
  tokenHash: newId(),
  provider: 'p',
  providerAppId: null,
  groupRef: 'g',
  groupName: '',
  consumerRef: 'c',
  consumerName: '',
  metadataJson: '{}',
  pageId: null,
  step: 1,
  sealed: 's',
  createTime: TIME,
  expireTime: TIME + 10,
});

forEachEngine((engine) => {
  let database: TestDatabase;
  let stores: Stores;
  let replica: Stores;
  beforeAll(async () => {
    database = await engine.open(migrations);
    stores = sqlStores(database.db);
    replica = sqlStores(database.replica());
  });
  afterAll(() => database.close());

  async function aConnection(projectId: string, more: Partial<SecretConnection> = {}): Promise<SecretConnection> {
    const connection: SecretConnection = {
      id: newId(),
      projectId,
      provider: 'sandbox',
      groupRef: 'acme',
      consumerRef: 'ada',
      workspaceRef: '',
      providerConsumerRef: '',
      providerAppId: null,
      authScheme: 'apiKey',
      status: 'created',
      statusTime: TIME,
      isVerified: false,
      metadataJson: '{}',
      generation: 1,
      expireTime: null,
      refreshTime: null,
      refreshFailures: 0,
      rejections: 0,
      rejectionTime: null,
      createTime: TIME,
      updateTime: null,
      credentials: 'sealed',
      fence: 0,
      ...more,
    };
    await stores.groups.upsert(projectId, { ref: connection.groupRef, name: 'Acme', time: TIME });
    await stores.consumers.upsert(projectId, { ref: connection.consumerRef, name: '', time: TIME });
    await stores.connections.insert(connection);
    return connection;
  }

  async function anInstallation(
    { id: connectionId, projectId, groupRef }: SecretConnection,
    more: Partial<Installation> = {},
  ): Promise<Installation> {
    const installation: Installation = {
      id: newId(),
      projectId,
      integrationId: newId(),
      groupRef,
      connectionId,
      createdBy: 'consumer:ada',
      lastOperationStatus: '',
      failingSince: null,
      createTime: TIME,
      updateTime: null,
      config: {
        id: newId(),
        revisionId: newId(),
        createTime: TIME,
        createdBy: 'api:create-installation',
        contentJson: '{"n":12345678901234567890}',
        destinationIds: { hook: newId() },
      },
      ...more,
    };
    await stores.installations.insert(installation);
    return installation;
  }

  const keyOf = ({ projectId, integrationId, id: installationId }: Installation) => ({
    projectId,
    integrationId,
    installationId,
  });

  describe('installations', () => {
    it('are read in one statement by their keys, and only in the projects of those keys', async () => {
      const projectId = newId();
      const connection = await aConnection(projectId);
      const many = await Promise.all(Array.from({ length: 5 }, () => anInstallation(connection)));
      const keys = many.map(keyOf);
      const found = await stores.installations.listByKeys([
        ...keys,
        ...keys.map((key) => ({ ...key, projectId: newId() })),
      ]);
      expect(found.map(({ installation }) => installation).sort(byId)).toEqual(many.sort(byId));
      expect(found[0]).toMatchObject({
        group: { name: 'Acme' },
        connection: { consumer: { name: 'ada' }, providerApp: null },
      });
      expect(await stores.installations.listByKeys(keys.map((key) => ({ ...key, integrationId: newId() })))).toEqual(
        [],
      );
      expect(await stores.installations.listByKeys([])).toEqual([]);
    });

    it('are read by more keys than one statement accepts', async () => {
      const connection = await aConnection(newId());
      const [first, last] = [await anInstallation(connection), await anInstallation(connection)];
      const absent = Array.from({ length: 600 }, () => ({ ...keyOf(first), installationId: newId() }));
      expect((await stores.installations.listByKeys([keyOf(first), ...absent, keyOf(last)])).length).toBe(2);
    });

    it('are listed newest first, in pages', async () => {
      const connection = await aConnection(newId());
      const ids: string[] = [];
      for (let i = 0; i < 5; i += 1) ids.unshift((await anInstallation(connection)).id);
      const page = async (after: string) =>
        (
          await stores.installations.list(
            connection.projectId,
            { integrationId: '', groupRef: '' },
            { after, limit: 3 },
          )
        ).map(({ installation }) => installation.id);
      expect(await page('')).toEqual(ids.slice(0, 3));
      expect(await page(ids[2] ?? '')).toEqual(ids.slice(3));
    });

    it('are unique for each group and integration, with refs compared byte for byte', async () => {
      const projectId = newId();
      const integrationId = newId();
      await anInstallation(await aConnection(projectId, { groupRef: 'acme' }), { integrationId });
      await anInstallation(await aConnection(projectId, { groupRef: 'ACME' }), { integrationId });
      await anInstallation(await aConnection(projectId, { groupRef: 'äcme' }), { integrationId });
      await expect(anInstallation(await aConnection(projectId), { integrationId })).rejects.toMatchObject({
        kind: 'alreadyExists',
      });
      const listed = await stores.installations.list(projectId, { integrationId, groupRef: 'acme' });
      expect(listed.map(({ installation }) => installation.groupRef)).toEqual(['acme']);
    });

    it('keep the newest operation, in any order of events', async () => {
      const { projectId, id } = await anInstallation(await aConnection(newId()));
      const [a, b] = [newId(), newId()];
      const shown = async () => {
        const { installation } = (await stores.installations.find(projectId, id)) ?? {};
        return [installation?.lastOperationStatus, installation?.failingSince];
      };
      for (const [operationId, status, time, expected] of [
        [a, 'in_progress', 10, ['in_progress', null]],
        [b, 'failure', 20, ['failure', 20]],
        [a, 'success', 15, ['failure', 20]],
        [a, 'success', 20, ['failure', 20]],
        [b, 'success', 20, ['success', null]],
      ] as const) {
        await stores.installations.noteOperation(projectId, id, { operationId, status, time });
        await stores.installations.noteRead(projectId, id, { operationId, status, time });
        expect(await shown()).toEqual(expected);
      }
      await stores.installations.noteOperation(newId(), id, { operationId: a, status: 'failure', time: 99 });
      await stores.installations.noteRead(newId(), id, { operationId: a, status: 'failure', time: 99 });
      expect(await shown()).toEqual(['success', null]);
    });
  });

  describe('connections', () => {
    it('are leased to one owner at a time, and again when the lease has expired', async () => {
      const { projectId, id } = await aConnection(newId());
      const lease = (of: Stores, ms = 30_000, generation = 1) =>
        of.refreshLeases.take({ projectId, id, generation }, ms);
      const won = (await Promise.all([lease(stores), lease(replica), lease(stores), lease(replica)])).filter(
        (held) => held !== null,
      );
      expect(won).toEqual([{ fence: 1, tokenState: null }]);
      expect(await lease(replica, 30_000, 2)).toBeNull();
      await stores.refreshLeases.release({ projectId, id }, 1, { refreshFailures: 2 });
      expect(await lease(replica, -1)).toMatchObject({ fence: 2 });
      expect(await lease(stores)).toMatchObject({ fence: 3 });
      await stores.refreshLeases.release({ projectId, id }, 2, { refreshFailures: 9 });
      expect((await stores.connections.findSecret(projectId, id))?.refreshFailures).toBe(2);
    });

    it('replace credentials only of the expected generation, with and without a lease', async () => {
      const { projectId, id } = await aConnection(newId(), { status: 'bad_credentials' });
      const change = { credentials: 'new', expireTime: 5, refreshTime: 4, status: 'created' as const, statusTime: 3 };
      const results = await Promise.all(
        [stores, replica].map((of) => of.connections.replaceCredentials(projectId, id, 1, change)),
      );
      expect(results.sort()).toEqual([false, true]);
      expect(await stores.connections.findSecret(projectId, id)).toMatchObject({
        credentials: 'new',
        generation: 2,
        expireTime: 5,
        status: 'created',
      });
    });

    it('are marked bad once, and never for older credentials', async () => {
      const { projectId, id } = await aConnection(newId(), { generation: 2, refreshTime: 1 });
      expect(await stores.connections.markBad(projectId, id, 1, TIME)).toBe(false);
      const marked = await Promise.all([stores, replica].map((of) => of.connections.markBad(projectId, id, 2, TIME)));
      expect(marked.sort()).toEqual([false, true]);
      const probes = await Promise.all(
        [stores, replica].map((of) => of.connections.claimProbe(projectId, id, { before: TIME, now: TIME + 9 })),
      );
      expect(probes.sort()).toEqual([false, true]);
      const status = async () => (await stores.connections.find(projectId, id))?.connection.status;
      await stores.connections.markWorking(projectId, id, TIME); // a success from before the probe
      expect(await status()).toBe('bad_credentials');
      await stores.connections.markWorking(projectId, id, TIME + 10);
      expect(await status()).toBe('working');
    });

    it('prefer the newest that is not bad as the default', async () => {
      const projectId = newId();
      const ask = { groupRef: 'acme', provider: 'sandbox' };
      const old = await aConnection(projectId);
      await aConnection(projectId, { status: 'bad_credentials' });
      await aConnection(projectId, { provider: 'hubspot' });
      expect((await stores.connections.findDefault(projectId, ask))?.connection.id).toBe(old.id);
      await stores.connections.remove(projectId, old.id);
      expect((await stores.connections.findDefault(projectId, ask))?.connection.status).toBe('bad_credentials');
      expect(await stores.connections.findDefault(newId(), ask)).toBeUndefined();
    });

    it('become due in order', async () => {
      const [late, early] = [
        await aConnection(newId(), { refreshTime: 20 }),
        await aConnection(newId(), { refreshTime: 10 }),
      ];
      const notYet = await aConnection(newId(), { refreshTime: 31 });
      const due = (await stores.refreshLeases.listDue(30, 10)).map(({ id }) => id);
      expect(due.filter((id) => [late.id, early.id, notYet.id].includes(id))).toEqual([early.id, late.id]);
    });
  });

  describe('the other stores', () => {
    it('let one of two callbacks claim a sign-in', async () => {
      const session = {
        id: newId(),
        projectId: newId(),
        stateHash: newId(),
        provider: 'sandboxOAuth',
        providerAppId: newId(),
        connectionId: newId(),
        pageId: newId(),
        createsOnly: true,
        frontendKey: null,
        groupRef: 'g',
        groupName: '',
        consumerRef: 'c',
        consumerName: '',
        workspaceRef: '',
        metadataJson: '{}',
        codeChallengeMethod: 'S256' as const,
        sealedVerifier: 's',
        createTime: TIME,
        expireTime: TIME + 10,
      };
      await stores.oauthSessions.insert(session);
      expect(await stores.oauthSessions.consume(session.stateHash, TIME + 10)).toBeUndefined();
      const taken = await Promise.all([stores, replica].map((of) => of.oauthSessions.consume(session.stateHash, TIME)));
      expect(taken.filter(Boolean)).toEqual([session]);
    });

    it('S5: bind a page before a sign-in to the first of two browsers, and find it by that one only', async () => {
      const page = {
        id: newId(),
        projectId: newId(),
        tokenHash: newId(),
        browserHash: null,
        provider: 'p',
        groupName: 'Group ä',
        consumerName: 'c',
        isReconnect: true,
        openerOrigin: 'https://app.example.com',
        returnUrl: '',
        sealedUrl: 's',
        createTime: TIME,
        expireTime: TIME + 10,
      };
      const { id, projectId, tokenHash } = page;
      await stores.signInPages.insert(page);
      expect(await stores.signInPages.findByToken(tokenHash, TIME)).toEqual(page);
      expect(await stores.signInPages.findByToken(tokenHash, TIME + 10)).toBeUndefined();
      expect(await stores.signInPages.bind(newId(), id, newId())).toBeNull();
      const browsers = [newId(), newId()];
      const holders = await Promise.all(
        [stores, replica].map((of, at) => of.signInPages.bind(projectId, id, browsers[at] ?? '')),
      );
      const holder = holders[0] ?? '';
      expect([holders, browsers.includes(holder)]).toEqual([[holder, holder], true]);
      expect(await stores.signInPages.bind(projectId, id, holder)).toBe(holder);
      expect(await stores.signInPages.find(projectId, id)).toEqual({ ...page, browserHash: holder });
      expect(await stores.signInPages.find(newId(), id)).toBeUndefined();
      // A sign-in without steps has a callback of its own.
      expect(await stores.signInPages.findStepByBrowser([holder], TIME)).toBeUndefined();
      await stores.customAuthSessions.insert({ ...aStepSession(newId()), pageId: id });
      expect(await stores.signInPages.findStepByBrowser([holder], TIME)).toBeUndefined();
      await stores.customAuthSessions.insert({ ...aStepSession(projectId), pageId: id });
      expect(await stores.signInPages.findStepByBrowser([newId(), holder], TIME)).toEqual({
        ...page,
        browserHash: holder,
      });
      const others = browsers.filter((one) => one !== holder);
      expect(await stores.signInPages.findStepByBrowser(others, TIME)).toBeUndefined();
      expect(await stores.signInPages.findStepByBrowser(browsers, TIME + 10)).toBeUndefined();
      expect(await stores.signInPages.removeExpired(TIME + 10, 10)).toBe(1);
      expect(await stores.customAuthSessions.removeExpired(TIME + 10, 10)).toBe(2);
    });

    it('let only its own consumer claim a session of a custom sign-in, once', async () => {
      const session = aStepSession(newId());
      const { projectId, tokenHash } = session;
      await stores.customAuthSessions.insert(session);
      const anybody = { groupRef: '', consumerRef: '', provider: '', now: TIME };
      const consume = (of: Stores, from = anybody, project = projectId) =>
        of.customAuthSessions.consume(project, tokenHash, from);
      expect(await consume(stores, { ...anybody, now: TIME + 10 })).toBeUndefined();
      expect(await consume(stores, { ...anybody, groupRef: 'other' })).toBeUndefined();
      expect(await consume(stores, { ...anybody, consumerRef: 'other' })).toBeUndefined();
      expect(await consume(stores, { ...anybody, provider: 'other' })).toBeUndefined();
      expect(await consume(stores, anybody, newId())).toBeUndefined();
      const own = { ...anybody, groupRef: 'g', consumerRef: 'c' };
      const taken = await Promise.all([stores, replica].map((of) => consume(of, own)));
      expect(taken.filter(Boolean)).toEqual([session]);
      await stores.customAuthSessions.insert(session);
      expect(await stores.customAuthSessions.removeExpired(TIME + 10, 10)).toBe(1);
    });

    it('give a revocation to one worker at a time, and to another when it dies', async () => {
      const revocation = { id: newId(), projectId: newId(), connectionId: newId(), provider: 'p', sealed: 's' };
      await stores.revocations.insert(revocation, TIME);
      const claims = await Promise.all([stores, replica].map((of) => of.revocations.claim(10, 60_000)));
      const [first] = claims.flat().filter(({ id }) => id === revocation.id);
      expect(claims.flat()).toHaveLength(1);
      expect(first).toMatchObject({ ...revocation, tries: 1 });
      await stores.revocations.postpone(first!, -1);
      const [second] = await replica.revocations.claim(10, -1);
      expect(second).toMatchObject({ id: revocation.id, tries: 2 });
      const [third] = await stores.revocations.claim(10, 60_000);
      expect(third).toMatchObject({ id: revocation.id, tries: 3 });
      await replica.revocations.remove(second!); // its lease has expired
      await stores.revocations.postpone(third!, -1);
      const [last] = await stores.revocations.claim(10, 60_000);
      await stores.revocations.remove(last!);
      expect(await stores.revocations.claim(10, -1)).toEqual([]);
    });

    it('give a connection another account while its refresh lease stays valid', async () => {
      const connection = await aConnection(newId());
      const { projectId, id } = connection;
      const fence = (await stores.refreshLeases.take({ projectId, id, generation: 1 }, 60_000))?.fence;
      await stores.connections.updateAccount(projectId, id, { workspaceRef: 'acme', updateTime: TIME + 1 });
      expect(await stores.connections.updateAccount(newId(), id, { workspaceRef: 'theirs' })).toBe(false);
      expect(await stores.connections.findSecret(projectId, id)).toMatchObject({ workspaceRef: 'acme', fence });
      const credentials = { credentials: 'new', expireTime: null, refreshTime: null, status: 'created' as const };
      await stores.connections.replaceCredentials(projectId, id, 1, { ...credentials, statusTime: TIME });
      await stores.refreshLeases.release({ projectId, id }, fence ?? 0, { refreshFailures: 7 });
      expect(await stores.connections.findSecret(projectId, id)).toMatchObject({ refreshFailures: 0, generation: 2 });
    });

    it('keep the state of a destination from its newest event', async () => {
      const projectId = newId();
      const id = newId();
      const save = (name: string, time: number, { formerNames = [] as string[], deleted = false } = {}) =>
        stores.destinations.save(projectId, { id, name, formerNames, deleted, time });
      await save('b', 2, { formerNames: ['a'] });
      await save('a', 1);
      expect(await stores.destinations.list(projectId)).toEqual([{ id, name: 'b', formerNames: ['a'] }]);
      expect(await stores.destinations.list(newId())).toEqual([]);
      await save('b', 3, { deleted: true });
      await save('c', 3);
      expect(await stores.destinations.list(projectId)).toEqual([]);
      expect(await stores.destinations.find(projectId, id)).toBeUndefined();
    });

    it('L2: refuse a resolution that is older than a deletion, even before any event has arrived', async () => {
      const [projectId, id] = [newId(), newId()];
      const resolved = (generation: number) => ({ name: 'hook', id, status: 'active', generation, suggestion: '' });
      const outdated = (generation: number, of = projectId) =>
        stores.transaction((s) => s.destinations.outdated(of, [resolved(generation)]));
      expect(await outdated(0)).toEqual([]);
      await stores.destinations.beginDeletion(projectId, { id, generation: 2 });
      await stores.destinations.beginDeletion(projectId, { id, generation: 1 });
      expect(await outdated(1)).toEqual(['hook']);
      expect(await outdated(2)).toEqual([]);
      expect(await outdated(0, newId())).toEqual([]);
      await stores.destinations.save(projectId, { id, name: 'hook', formerNames: [], deleted: false, time: 1 });
      expect(await outdated(1)).toEqual(['hook']);
    });

    it('rename a group only when a name is given', async () => {
      const projectId = newId();
      const { id } = await aConnection(projectId, { groupRef: 'x' });
      await stores.groups.upsert(projectId, { ref: 'x', name: '', time: TIME + 1 });
      await stores.groups.upsert(projectId, { ref: 'x', name: 'New', time: TIME + 2 });
      await stores.groups.upsert(projectId, { ref: 'x', name: 'New', time: TIME + 3 });
      expect((await stores.connections.find(projectId, id))?.group).toMatchObject({
        name: 'New',
        createTime: TIME,
        updateTime: TIME + 2,
      });
    });

    it('name who made an installation by the id of the consumer, also where 0.1.0 has stored it', async () => {
      const { db, close } = await engine.open(migrations.filter((step) => step !== consumerIds));
      const [projectId, times] = [newId(), { create_time: TIME }];
      const installation = (created_by: string) => ({
        ...{ id: newId(), project_id: projectId, integration_id: newId(), group_ref: newId(), connection_id: newId() },
        ...{ created_by, last_operation_status: '', config_id: newId(), revision_id: newId(), ...times },
        ...{ config_create_time: TIME, config_created_by: 'builder:b', config_content: '{}' },
      });
      const refs = Array.from({ length: 600 }, (_, at) => `person ${at}`);
      await db.batchInsert(
        'consumers',
        refs.map((ref) => ({ project_id: projectId, ref, name: ref, ...times })),
        100,
      );
      const before = [...refs.map((ref) => `consumer:${ref}`), 'consumer:nobody', 'someone'].map(installation);
      await db.batchInsert('installations', before, 100);
      const authors = async () => {
        const rows: { id: string; created_by: string }[] = await db('installations').select('id', 'created_by');
        const byId = new Map(rows.map((row) => [row.id, row.created_by]));
        return before.map(({ id }) => byId.get(id));
      };
      await migrateUp(db, migrations);
      const consumers: { ref: string; id: string }[] = await db('consumers').select('ref', 'id');
      const idOf = new Map(consumers.map(({ ref, id }) => [ref, id]));
      expect(new Set(idOf.values()).size).toBe(refs.length);
      expect(await authors()).toEqual([
        ...refs.map((ref) => `consumer:${idOf.get(ref)}`),
        'consumer:nobody',
        'someone',
      ]);
      // A process of 0.1.0 that still runs adds a row without an id.
      await db('consumers').insert({ project_id: projectId, ref: 'late', name: 'late', ...times });
      const late = await sqlStores(db).consumers.ensureId(projectId, 'late');
      expect(late).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      expect(await sqlStores(db).consumers.ensureId(projectId, 'late')).toBe(late);
      await consumerIds.down(db);
      expect(await authors()).toEqual(before.map(({ created_by }) => created_by));
      await close();
    });

    it('revert their migrations', async () => {
      const other = await engine.open(migrations);
      await migrateDown(other.db, migrations);
      expect(await other.db.schema.hasTable('connections')).toBe(false);
      await other.close();
    });
  });
});

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1;
}
