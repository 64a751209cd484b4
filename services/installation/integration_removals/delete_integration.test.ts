import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { deployed, installed, readObject, STRANGER, told } from '../../../test/support/installed.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const named = (name: string) => deployed(world, { name, read: { objects: [readObject('deals')] } });
const content = { read: { objects: { deals: {} } } };
const remove = (integrationIdOrName: string, projectId = PROJECT) =>
  world.deleteIntegration(world.call, { projectId, integrationIdOrName });
const NONE = { kind: 'notFound', detail: 'There is no such integration.' };

describe('deleteIntegration', () => {
  it('takes its installations along, and the connections that nothing else uses', async () => {
    const [goes, stays] = [await named('goes'), await named('stays')];
    const own = await installed(world, goes, { groupRef: 'own', content });
    const shared = await installed(world, goes, { groupRef: 'shared', content });
    const other = await world.createInstallation(world.call, {
      projectId: PROJECT,
      integrationId: stays,
      groupRef: 'shared',
      connectionId: shared.installation.connectionId,
      configContentJson: JSON.stringify(content),
      createdBy: '',
      skipSampling: true,
    });
    await remove('goes');
    await expect(remove('goes')).rejects.toMatchObject(NONE);
    await expect(remove(goes)).rejects.toMatchObject(NONE);
    const left = await world.listInstallations(PROJECT, { integrationId: '', groupRef: '' }, { after: '', limit: 10 });
    expect(left.map(({ installation }) => installation.id)).toEqual([other.installation.id]);
    expect(await world.db('connections').select('id')).toEqual([{ id: shared.installation.connectionId }]);
    expect((await told(world, 'installation.deleted')).map(({ installationId }) => installationId).sort()).toEqual(
      [own.installation.id, shared.installation.id].sort(),
    );
    expect((await told(world, 'installation.deleted')).map(({ integrationName }) => integrationName)).toEqual([
      'goes',
      'goes',
    ]);
    expect(await told(world, 'connection.deleted')).toEqual([
      expect.objectContaining({ connectionId: own.installation.connectionId }),
    ]);
  });

  it('sets its name free', async () => {
    const first = await named('reborn');
    await remove(first);
    expect(await named('reborn')).not.toBe(first);
  });

  it('knows none of another project, by id or by name', async () => {
    const id = await named('mine');
    for (const idOrName of [id, 'mine']) await expect(remove(idOrName, STRANGER)).rejects.toMatchObject(NONE);
    for (const idOrName of [ABSENT, 'nothing']) await expect(remove(idOrName)).rejects.toMatchObject(NONE);
    expect(await world.deps.stores.integrations.find(PROJECT, id)).toBeDefined();
  });
});

describe('listInstallations', () => {
  it('tells an integration without installations from one that is not there', async () => {
    const id = await named('empty');
    const list = (integrationId: string, projectId = PROJECT) =>
      world.listInstallations(projectId, { integrationId, groupRef: '' }, { after: '', limit: 10 });
    expect(await list(id)).toEqual([]);
    await expect(list(ABSENT)).rejects.toMatchObject(NONE);
    await expect(list(id, STRANGER)).rejects.toMatchObject(NONE);
  });
});
