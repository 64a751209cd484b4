import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../../lib/ids/ids.ts';
import {
  CONFIG,
  type InstallationWorld,
  installationWorld,
  MANIFEST,
  PROJECT,
} from '../../../test/support/installation_world.ts';
import { deployed, installed, manifestOf, readObject, told } from '../../../test/support/installed.ts';
import type { Resolution, ResolvedDestination } from './destination.ts';

const [HOOK, OTHER] = ['01900000-0000-7000-8000-0000000000c1', '01900000-0000-7000-8000-0000000000c2'];

function resolution(ids: Record<string, string>, more: Partial<ResolvedDestination> = {}): Resolution {
  const of = ([name, id]: [string, string]): [string, ResolvedDestination] => [
    name,
    { name, id, status: id && 'active', generation: 0, suggestion: '', ...more },
  ];
  return new Map(Object.entries(ids).map(of));
}

describe('destination names', () => {
  let world: InstallationWorld;
  beforeEach(async () => {
    world = await installationWorld();
  });
  afterEach(() => world.close());

  const deploy = async (ids: Record<string, string> | null, sourceYaml = MANIFEST) => {
    const [integration] = await world.upsertIntegrations(world.call, {
      projectId: PROJECT,
      sourceYaml,
      resolution: ids && resolution(ids),
    });
    return { id: integration?.id ?? '', revisionId: integration?.latestRevision.id ?? '' };
  };
  const idsOf = async (installationId: string) =>
    (await world.listReadPlans(world.call, { projectId: PROJECT, installationId })).map(
      ({ destinationId }) => destinationId,
    );
  const saved = (destinationId: string, name: string, formerNames: string[] = []) =>
    world.noteDestination({
      id: newId(),
      projectId: PROJECT,
      time: world.deps.clock.now(),
      type: 'destination.saved',
      payload: { destinationId, name, formerNames },
    });
  const patch = (
    integrationId: string,
    installationId: string,
    path: string,
    value: string,
    ids: Record<string, string>,
  ) =>
    world.patchObjectConfig(world.call, {
      projectId: PROJECT,
      integrationId,
      installationId,
      groupRef: '',
      objectName: 'companies',
      action: 'read',
      changes: [{ op: 'add', path, value }],
      resolution: resolution(ids),
    });
  const usersOf = (destinationId: string, names: string[] = ['hook'], generation = 1) =>
    world.findDestinationUsers(world.call, { projectId: PROJECT, destinationId, names, generation });

  describe('of a manifest', () => {
    it('L1: refuse a deploy when no destination has them, with their path and a similar name', async () => {
      const unknown = resolution({ hook: '' }, { suggestion: 'hooks' });
      const request = { projectId: PROJECT, sourceYaml: MANIFEST, resolution: unknown };
      await expect(world.upsertIntegrations(world.call, request)).rejects.toMatchObject({
        kind: 'unprocessable',
        extras: {
          issues: [
            {
              name: '$.integrations[0].read.objects[0].destination',
              detail:
                'line 9, column 11: The project has no destination named hook. (destination-exists) Did you mean hooks?',
            },
            { name: '$.integrations[0].read.objects[1].destination' },
          ],
        },
      });
      expect(await world.deps.stores.integrations.list(PROJECT)).toEqual([]);
    });

    it('L1: refuse a deploy even if the projection has them', async () => {
      await saved(HOOK, 'hook');
      await expect(deploy({})).rejects.toMatchObject({ kind: 'unprocessable' });
    });

    it('L1: refuse a destination that is being deleted, and those of subscribe and watchSchema', async () => {
      const source = `${MANIFEST}    watchSchema:
      destination: gone
      allObjects:
        fieldCreated: { enabled: always }
    subscribe:
      objects:
        - objectName: contacts
          destination: nowhere
          inheritFieldsAndMapping: true
          createEvent: { enabled: always }
`;
      const named = new Map([
        ...(resolution({ hook: HOOK }) ?? []),
        ...(resolution({ gone: '' }, { status: 'deleting' }) ?? []),
      ]);
      await expect(
        world.upsertIntegrations(world.call, { projectId: PROJECT, sourceYaml: source, resolution: named }),
      ).rejects.toMatchObject({
        extras: {
          causes: [
            expect.stringMatching(/subscribe.*no destination named nowhere/),
            expect.stringMatching(/watchSchema.*gone is being deleted/),
          ],
        },
      });
      expect(await world.listManifestDestinations(world.call, { projectId: PROJECT, sourceYaml: source })).toEqual([
        'hook',
        'nowhere',
        'gone',
      ]);
      expect(await world.listManifestDestinations(world.call, { projectId: PROJECT, sourceYaml: 'a: [' })).toEqual([]);
    });

    it('L1: refuse an integration in JSON and a revision', async () => {
      const { id: integrationId } = await deploy({ hook: HOOK });
      const content = { read: { objects: [readObject('contacts', { destination: 'nowhere' })] } };
      await expect(
        world.createIntegration(world.call, {
          projectId: PROJECT,
          name: 'other',
          provider: 'sandbox',
          specVersion: '1.0.0',
          contentJson: JSON.stringify(content),
          resolution: resolution({}),
        }),
      ).rejects.toMatchObject({
        extras: { issues: [{ name: 'latestRevision.content.read.objects[0].destination' }] },
      });
      const revision = { projectId: PROJECT, integrationId, sourceYaml: MANIFEST, destructive: false };
      await expect(world.createRevision(world.call, { ...revision, resolution: resolution({}) })).rejects.toMatchObject(
        { kind: 'unprocessable' },
      );
    });

    it('L2: create a revision when one of them means another destination, and none otherwise', async () => {
      const first = await deploy({ hook: HOOK });
      expect(await deploy({ hook: HOOK })).toEqual(first);
      const second = await deploy({ hook: OTHER });
      expect(second.revisionId).not.toBe(first.revisionId);
      const { installation } = await installed(world, first.id);
      expect(await idsOf(installation.id)).toEqual([OTHER, OTHER]);
    });

    it('L2: notify all installations when an object that they all read has another destination', async () => {
      const always = manifestOf({
        name: 'all',
        read: { objects: [readObject('contacts', { destination: 'hook', enabled: 'always', schedule: '0 * * * *' })] },
      });
      await deploy({ hook: HOOK }, always);
      await deploy({ hook: HOOK }, always);
      expect(await told(world, 'integration.always.changed')).toHaveLength(0);
      await deploy({ hook: OTHER }, always);
      expect(await told(world, 'integration.always.changed')).toHaveLength(1);
    });
  });

  describe('of a config', () => {
    const withDestination = (destination: string) => ({
      ...CONFIG,
      read: { objects: { ...CONFIG.read.objects, companies: { ...CONFIG.read.objects.companies, destination } } },
    });
    const install = async (destination: string, ids: Record<string, string>) => {
      const { id: integrationId } = await deploy({ hook: HOOK });
      const { id: connectionId } = await world.connect();
      const { installation } = await world.createInstallation(world.call, {
        projectId: PROJECT,
        integrationId,
        groupRef: 'acme',
        connectionId,
        configContentJson: JSON.stringify(withDestination(destination)),
        createdBy: '',
        skipSampling: true,
        resolution: resolution(ids),
      });
      return { integrationId, id: installation.id };
    };

    it('L1: refuse an installation and a change with an unknown name, and keep a name that the config has', async () => {
      await expect(install('nowhere', {})).rejects.toMatchObject({
        extras: { issues: [{ name: 'config.content.read.objects.companies.destination' }] },
      });
      const { integrationId, id } = await install('other', { other: OTHER });
      expect(await idsOf(id)).toEqual([HOOK, OTHER]);
      await expect(patch(integrationId, id, '/destination', 'nowhere', {})).rejects.toMatchObject({
        kind: 'unprocessable',
      });
      await patch(integrationId, id, '/schedule', '0 5 * * *', {});
      await patch(integrationId, id, '/destination', 'other', {});
      expect(await idsOf(id)).toEqual([HOOK, OTHER]);
    });

    it('L2: are resolved when a request names them, and keep their id otherwise', async () => {
      const { integrationId, id } = await install('other', { other: OTHER });
      const third = newId();
      await patch(integrationId, id, '/schedule', '0 5 * * *', { hook: third });
      expect(await idsOf(id)).toEqual([HOOK, OTHER]);
      await patch(integrationId, id, '/destination', 'other', { other: third });
      expect(await idsOf(id)).toEqual([HOOK, third]);
    });

    it('L1: refuse the destination of a subscription that does not exist', async () => {
      const { id: integrationId } = await deploy(
        { hook: HOOK },
        `${MANIFEST}    subscribe:
      objects: [{objectName: contacts, destination: hook, inheritFieldsAndMapping: true, createEvent: {enabled: always}}]
`,
      );
      await world.connect();
      const content = { ...CONFIG, subscribe: { objects: { contacts: { objectName: 'contacts', destination: 'x' } } } };
      const request = { projectId: PROJECT, integrationId, groupRef: 'acme', connectionId: '', createdBy: '' };
      const create = (ids: Record<string, string>) =>
        world.createInstallation(world.call, {
          ...request,
          configContentJson: JSON.stringify(content),
          skipSampling: true,
          resolution: resolution(ids),
        });
      await expect(create({})).rejects.toMatchObject({
        extras: { issues: [{ name: 'config.content.subscribe.objects.contacts.destination' }] },
      });
      await create({ x: OTHER });
      expect((await usersOf(OTHER, ['x'])).installations).toHaveLength(1);
    });

    it('L2: belong to the revision that is the latest when the installation is stored', async () => {
      const { id: integrationId } = await deploy({ hook: HOOK });
      await world.connect();
      let deploys = 0;
      world.answer(() => {
        deploys += 1;
        const answer = async () => {
          if (deploys === 1) await deploy({ hook: OTHER });
          return { body: { data: [], next_cursor: null } };
        };
        return answer() as unknown as { body: object };
      });
      const { installation } = await world.createInstallation(world.call, {
        projectId: PROJECT,
        integrationId,
        groupRef: 'acme',
        connectionId: '',
        configContentJson: JSON.stringify(CONFIG),
        createdBy: '',
        skipSampling: false,
        resolution: resolution({}),
      });
      expect(deploys).toBe(2);
      expect(await idsOf(installation.id)).toEqual([OTHER, OTHER]);
      expect((await usersOf(HOOK)).installations).toEqual([]);
    });

    it('use the destination of the manifest for an empty name', async () => {
      const { id } = await install('', {});
      expect(await idsOf(id)).toEqual([HOOK, HOOK]);
    });
  });

  describe('of 0.1.0, which stored no ids', () => {
    it('L1: have no id until an event of the destination arrives, which then notifies reads', async () => {
      const integrationId = await deployed(world, { name: 'old', read: { objects: [readObject('contacts')] } });
      const { installation } = await installed(world, integrationId, {
        content: { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts' } } } },
      });
      expect(await idsOf(installation.id)).toEqual(['']);
      await saved(HOOK, 'another');
      expect(await told(world, 'integration.always.changed')).toEqual([]);
      await saved(OTHER, 'main');
      expect(await idsOf(installation.id)).toEqual([OTHER]);
      expect(await told(world, 'integration.always.changed')).toEqual([{ integrationId }]);
      world.pass(1);
      await saved(OTHER, 'renamed', ['main']);
      expect(await idsOf(installation.id)).toEqual([OTHER]);
      expect(await told(world, 'integration.always.changed')).toHaveLength(2);
    });

    it('get their ids with the next deploy of the same file, without a new revision', async () => {
      const first = await deploy(null);
      const { installation } = await installed(world, first.id);
      expect(await idsOf(installation.id)).toEqual(['', '']);
      expect(await deploy({ hook: HOOK })).toEqual(first);
      expect(await idsOf(installation.id)).toEqual([HOOK, HOOK]);
      expect(await told(world, 'integration.always.changed')).toHaveLength(1);
      expect((await deploy({ hook: OTHER })).revisionId).not.toBe(first.revisionId);
    });
  });

  describe('of a destination that is being deleted', () => {
    it('L2: are found in latest revisions, pinned revisions and configs, and not where a config overrides them', async () => {
      const { id: integrationId } = await deploy({ hook: HOOK });
      const { installation } = await installed(world, integrationId);
      await deploy({ hook: OTHER });
      const user = { installationId: installation.id, integrationName: 'crm-in', groupRef: 'acme' };
      expect(await usersOf(HOOK)).toEqual({ integrationNames: [], installations: [user], hasMore: false });
      expect(await usersOf(OTHER)).toEqual({ integrationNames: ['crm-in'], installations: [], hasMore: false });
      await patch(integrationId, installation.id, '/destination', 'third', { third: newId() });
      expect(await usersOf(HOOK)).toEqual({ integrationNames: [], installations: [], hasMore: false });
    });

    it('L2: are found by name where 0.1.0 stored no ids, however late the events are', async () => {
      const { id: integrationId } = await deploy(null);
      const { installation } = await installed(world, integrationId);
      const user = { installationId: installation.id, integrationName: 'crm-in', groupRef: 'acme' };
      expect(await usersOf(HOOK, ['renamed', 'hook'])).toEqual({
        integrationNames: ['crm-in'],
        installations: [user],
        hasMore: false,
      });
      expect((await usersOf(HOOK, ['renamed'])).integrationNames).toEqual([]);
    });

    it('L2: are named up to twenty times', async () => {
      const names = Array.from({ length: 22 }, (_, i) => `crm-${i}`);
      const integrations = names.map((name) => ({ name, read: { objects: [readObject('contacts')] } }));
      await deploy({ main: HOOK }, manifestOf(...integrations));
      const users = await usersOf(HOOK, ['main']);
      expect(users.integrationNames).toHaveLength(20);
      expect(users.hasMore).toBe(true);
    });

    it('L2: refuse an earlier resolution, and accept a resolution after a cancelled deletion', async () => {
      await usersOf(HOOK);
      await expect(deploy({ hook: HOOK })).rejects.toMatchObject({ kind: 'conflict', retryable: true });
      const later = resolution({ hook: HOOK }, { generation: 1 });
      await world.upsertIntegrations(world.call, { projectId: PROJECT, sourceYaml: MANIFEST, resolution: later });
      expect((await usersOf(HOOK, ['hook'], 2)).integrationNames).toEqual(['crm-in']);
    });
  });
});
