import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { deployed, installed, keyOf, readObject, STRANGER, told } from '../../../test/support/installed.ts';

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
});
afterEach(() => world.close());

const remove = (connectionId: string, projectId = PROJECT) =>
  world.deleteConnection(world.call, { projectId, connectionId });
const NONE = { kind: 'notFound', detail: 'There is no such connection.' };

describe('deleteConnection', () => {
  it('takes the credentials with the row and says so once, however many delete it at the same moment', async () => {
    const { id } = await world.connect();
    const results = await Promise.allSettled([remove(id), remove(id), remove(id)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await world.db('connections').select('id')).toEqual([]);
    expect(await told(world, 'connection.deleted')).toEqual([
      expect.objectContaining({ connectionId: id, groupRef: 'acme', consumerName: 'ada' }),
    ]);
    await expect(remove(id)).rejects.toMatchObject(NONE);
  });

  it('is refused while an installation uses it', async () => {
    const integrationId = await deployed(world, { name: 'crm', read: { objects: [readObject('contacts')] } });
    const owner = await installed(world, integrationId, { content: { read: { objects: { contacts: {} } } } });
    const { connectionId } = owner.installation;
    await expect(remove(connectionId)).rejects.toMatchObject({
      kind: 'conflict',
      extras: { remedy: expect.any(String) },
    });
    expect(await told(world, 'connection.deleted')).toEqual([]);
    await world.deleteInstallation(world.call, keyOf(owner));
    await expect(remove(connectionId)).rejects.toMatchObject(NONE);
  });

  it('knows no connection of another project', async () => {
    const { id } = await world.connect();
    await expect(remove(id, STRANGER)).rejects.toMatchObject(NONE);
    await expect(remove(ABSENT)).rejects.toMatchObject(NONE);
    await remove(id);
  });
});

describe('deleteInstallation', () => {
  it('knows none of another project or integration', async () => {
    const integrationId = await deployed(world, { name: 'crm', read: { objects: [readObject('contacts')] } });
    const other = await deployed(world, { name: 'other', read: { objects: [readObject('contacts')] } });
    const key = keyOf(await installed(world, integrationId, { content: { read: { objects: { contacts: {} } } } }));
    for (const more of [{ projectId: STRANGER }, { integrationId: other }, { installationId: ABSENT }])
      await expect(world.deleteInstallation(world.call, { ...key, ...more })).rejects.toMatchObject({
        kind: 'notFound',
        detail: 'There is no such installation.',
      });
    await world.deleteInstallation(world.call, key);
    await expect(world.deleteInstallation(world.call, key)).rejects.toMatchObject({ kind: 'notFound' });
  });
});
