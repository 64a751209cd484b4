import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import type { ConfigContent } from '../../services/installation/configs/config_content.ts';
import type { FullInstallation } from '../../services/installation/installations/installation.ts';
import { migrations } from '../../services/installation/migrations/migrations.ts';
import { type Stores, sqlStores } from '../../services/installation/stores.ts';
import { forEachEngine, type TestDatabase } from '../support/engines.ts';
import { CONFIG, type InstallationWorld, installationWorld, MANIFEST, PROJECT } from '../support/installation_world.ts';

/**
 * Changes and deletions of installations and integrations that depend on the engine: locks, keys, transactions, bytes.
 */
forEachEngine((engine) => {
  let database: TestDatabase;
  let stores: Stores;
  let world: InstallationWorld;
  beforeAll(async () => {
    database = await engine.open(migrations);
    stores = sqlStores(database.db);
    world = await installationWorld(database.db);
  });
  afterAll(() => database.close());

  async function installed(groupRef: string, integration?: { id: string }): Promise<FullInstallation> {
    const [{ id: integrationId } = { id: '' }] = integration
      ? [integration]
      : await world.upsertIntegrations(world.call, {
          projectId: PROJECT,
          sourceYaml: MANIFEST.replace('crm-in', `crm-${groupRef}`),
        });
    const { id: connectionId } = await world.connect({ groupRef });
    return world.createInstallation(world.call, {
      projectId: PROJECT,
      integrationId,
      groupRef,
      connectionId,
      configContentJson: JSON.stringify(CONFIG),
      createdBy: '',
      skipSampling: true,
    });
  }

  const keyOf = ({ installation: { projectId, integrationId, id } }: FullInstallation) => ({
    projectId,
    integrationId,
    installationId: id,
  });
  const eventsOf = async (type: string, about: object) =>
    (await world.events())
      .filter((event) => event.type === type)
      .filter(({ payload }) => Object.entries(about).every(([key, value]) => payload[key] === value));

  describe('changes of an installation', () => {
    const update = (owner: FullInstallation, field: string) =>
      world.updateInstallation(world.call, {
        ...keyOf(owner),
        updateMask: [`config.content.read.objects.companies.selectedFields.${field}`],
        connectionId: '',
        createdBy: '',
        configContentJson: JSON.stringify({ read: { objects: { companies: { selectedFields: { [field]: true } } } } }),
        skipSampling: true,
      });
    const patch = (owner: FullInstallation, field: string) =>
      world.patchObjectConfig(world.call, {
        projectId: PROJECT,
        integrationId: owner.installation.integrationId,
        objectName: 'companies',
        groupRef: owner.installation.groupRef,
        installationId: '',
        action: 'read',
        changes: [{ op: 'add', path: `/selectedFields/${field}`, value: true }],
      });

    it('that are concurrent, masks and patches, are all applied, with increasing times and one event each', async () => {
      const owner = await installed('crowd');
      const fields = Array.from({ length: 40 }, (_, i) => `f${i}`);
      const results = await Promise.all(fields.map((field, i) => (i % 2 ? update : patch)(owner, field)));
      const after = await stores.installations.find(PROJECT, owner.installation.id);
      const content = JSON.parse(after?.installation.config.contentJson ?? '') as ConfigContent;
      expect(Object.keys(content.read?.objects?.['companies']?.selectedFields ?? {}).sort()).toEqual(
        ['name', ...fields].sort(),
      );
      expect(new Set(results.map(({ installation }) => installation.updateTime)).size).toBe(fields.length);
      expect(new Set(results.map(({ installation }) => installation.config.id)).size).toBe(fields.length);
      const events = await eventsOf('installation.updated', { installationId: owner.installation.id });
      expect(events).toHaveLength(fields.length);
      const size = (config: unknown) =>
        Object.keys((config as ConfigContent).read?.objects?.['companies']?.selectedFields ?? {}).length;
      for (const { payload } of events) expect(size(payload['config'])).toBe(size(payload['lastConfig']) + 1);
    });

    it('that fail leave no event and no change', async () => {
      const owner = await installed('fails');
      const bad = world.updateInstallation(world.call, {
        ...keyOf(owner),
        updateMask: ['config.content.read.objects.leads'],
        connectionId: '',
        createdBy: '',
        configContentJson: '{"read":{"objects":{"leads":{}}}}',
        skipSampling: true,
      });
      await expect(bad).rejects.toMatchObject({ kind: 'unprocessable' });
      expect(await stores.installations.find(PROJECT, owner.installation.id)).toEqual(owner);
      expect(await eventsOf('installation.updated', { installationId: owner.installation.id })).toEqual([]);
    });

    it('and its concurrent deletion leave nothing, in either order', async () => {
      for (let round = 0; round < 5; round += 1) {
        const owner = await installed(`race-${round}`);
        const { id: connectionId } = await world.connect({ groupRef: `race-${round}` });
        const moved = world.updateInstallation(world.call, {
          ...keyOf(owner),
          updateMask: ['connectionId'],
          connectionId,
          createdBy: '',
          configContentJson: '',
          skipSampling: true,
        });
        const [move] = await Promise.allSettled([moved, world.deleteInstallation(world.call, keyOf(owner))]);
        if (move?.status === 'rejected') expect(move.reason).toMatchObject({ kind: 'notFound' });
        expect(await stores.installations.find(PROJECT, owner.installation.id)).toBeUndefined();
        expect(await eventsOf('installation.deleted', { installationId: owner.installation.id })).toHaveLength(1);
      }
    });
  });

  describe('the deletion of an integration', () => {
    async function filled(name: string, count: number) {
      const first = await installed(name);
      const integration = { id: first.installation.integrationId };
      const rest = Array.from({ length: count - 1 }, (_, i) => `${name}-${i}`);
      return {
        ...integration,
        owners: [first, ...(await Promise.all(rest.map((groupRef) => installed(groupRef, integration))))],
      };
    }
    const left = (integrationId: string) => stores.installations.list(PROJECT, { integrationId, groupRef: '' });

    it('that was interrupted is completed later, with every event once', async () => {
      const { id: integrationId, owners } = await filled('cut', 60);
      await stores.transaction(async (s) => {
        await s.integrations.remove(PROJECT, integrationId);
        await s.integrationRemovals.insert({
          projectId: PROJECT,
          integrationId,
          integrationName: 'cut',
          createTime: 1,
        });
      });
      expect(await left(integrationId)).toHaveLength(60);
      await Promise.all([world.finishRemovals(), world.finishRemovals()]);
      expect(await left(integrationId)).toEqual([]);
      const deleted = await eventsOf('installation.deleted', { integrationId, integrationName: 'cut' });
      expect(deleted.map(({ payload }) => payload['installationId']).sort()).toEqual(
        owners.map(({ installation }) => installation.id).sort(),
      );
      expect(await stores.integrationRemovals.list(10)).toEqual([]);
      expect(await database.db('revisions').where({ integration_id: integrationId }).select('id')).toEqual([]);
      await world.finishRemovals();
      expect(await eventsOf('installation.deleted', { integrationId })).toHaveLength(60);
    });

    it('allows no installation while it is in progress', async () => {
      const { id: integrationId } = await filled('closing', 3);
      const { id: connectionId } = await world.connect({ groupRef: 'late' });
      const late = () =>
        world.createInstallation(world.call, {
          projectId: PROJECT,
          integrationId,
          groupRef: 'late',
          connectionId,
          configContentJson: JSON.stringify(CONFIG),
          createdBy: '',
          skipSampling: true,
        });
      const request = { projectId: PROJECT, integrationIdOrName: integrationId };
      const results = await Promise.allSettled([late(), world.deleteIntegration(world.call, request)]);
      expect(results[1]?.status).toBe('fulfilled');
      if (results[0]?.status === 'rejected') expect(results[0].reason).toMatchObject({ kind: 'notFound' });
      expect(await left(integrationId)).toEqual([]);
      await expect(late()).rejects.toMatchObject({ kind: 'notFound' });
    });

    it('happens once for any number of concurrent requests', async () => {
      const { id: integrationIdOrName } = await filled('once', 3);
      const request = { projectId: PROJECT, integrationIdOrName };
      const results = await Promise.allSettled(
        Array.from({ length: 4 }, () => world.deleteIntegration(world.call, request)),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await eventsOf('installation.deleted', { integrationId: integrationIdOrName })).toHaveLength(3);
    });
  });

  describe('uploads', () => {
    const bytes = Uint8Array.from({ length: 1_000 }, (_, i) => i % 256);
    const anUpload = async (more: { createTime?: number } = {}) => {
      const upload = { id: newId(), owner: 'project:p', md5: '', createTime: 1_000, expireTime: 2_000, ...more };
      await stores.uploads.insert(upload);
      return upload;
    };

    it('keep their bytes unchanged, and the latest bytes', async () => {
      const upload = await anUpload();
      expect(await stores.uploads.find(upload.id)).toEqual({ ...upload, bytes: 0 });
      expect(await stores.uploads.findContent(['project:p'], upload.id)).toBeUndefined();
      expect(await stores.uploads.putContent('project:p', upload.id, new Uint8Array([1]))).toBe(true);
      for (let i = 0; i < 2; i += 1) expect(await stores.uploads.putContent('project:p', upload.id, bytes)).toBe(true);
      expect(Uint8Array.from((await stores.uploads.findContent(['x', 'project:p'], upload.id)) ?? [])).toEqual(bytes);
    });

    it('are invisible to other projects', async () => {
      const { id } = await anUpload();
      await stores.uploads.putContent('project:p', id, bytes);
      expect(await stores.uploads.findContent(['project:q', 'builder:p'], id)).toBeUndefined();
      expect(await stores.uploads.findContent([], id)).toBeUndefined();
      expect(await stores.uploads.putContent('project:q', id, new Uint8Array([1]))).toBe(false);
      expect(await stores.uploads.putContent('project:p', newId(), bytes)).toBe(false);
    });

    it('are deleted when they are old', async () => {
      const [old, young] = [await anUpload({ createTime: 10 }), await anUpload({ createTime: 20 })];
      expect(await stores.uploads.removeBefore(20, 10)).toBe(1);
      expect(await stores.uploads.find(old.id)).toBeUndefined();
      expect(await stores.uploads.find(young.id)).toEqual({ ...young, bytes: 0 });
    });
  });
});
