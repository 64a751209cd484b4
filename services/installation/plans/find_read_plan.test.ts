import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ABSENT } from '../../../test/support/counted_ids.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { deployed, installed, readObject, STRANGER } from '../../../test/support/installed.ts';
import type { FullInstallation } from '../installations/installation.ts';

let world: InstallationWorld;
let integrationId: string;
let owner: FullInstallation;
beforeEach(async () => {
  world = await installationWorld();
  integrationId = await deployed(world, {
    name: 'crm',
    read: { objects: [readObject('contacts', { mapToName: 'person' }), readObject('deals'), readObject('companies')] },
  });
  const content = { read: { objects: { contacts: {}, deals: { disabled: true } } } };
  owner = await installed(world, integrationId, { content });
});
afterEach(() => world.close());

const find = (objectName: string, more: object = {}) =>
  world.findReadPlan(world.call, { projectId: PROJECT, integrationId, groupRef: 'acme', objectName, ...more });

describe('findReadPlan', () => {
  it('finds an object by its native or its mapped name', async () => {
    for (const name of ['contacts', 'person'])
      expect(await find(name)).toMatchObject({ objectName: 'contacts', mappedObjectName: 'person' });
  });

  it.each<[string, string, object, string, string]>([
    ['a group that has installed nothing', 'contacts', { groupRef: 'nobody' }, 'groupRef', 'no installation'],
    ['no group', 'contacts', { groupRef: '' }, 'groupRef', 'no installation'],
    ['an object that the config does not read', 'companies', {}, 'objectName', 'reads no object'],
    ['an object that is disabled', 'deals', {}, 'objectName', 'disabled'],
  ])('refuses %s', async (_what, objectName, more, name, detail) => {
    await expect(find(objectName, more)).rejects.toMatchObject({
      kind: 'invalidArgument',
      detail: expect.stringContaining(detail),
      extras: { issues: [expect.objectContaining({ name })] },
    });
  });

  it('knows no integration of another project', async () => {
    for (const more of [{ integrationId: ABSENT }, { projectId: STRANGER }])
      await expect(find('contacts', more)).rejects.toMatchObject({
        kind: 'notFound',
        detail: 'There is no such integration.',
      });
  });
});

describe('listReadPlans', () => {
  it('lists what an installation reads, one object of it, and nothing of another project', async () => {
    const { id: installationId } = owner.installation;
    const list = (more: object = {}) =>
      world.listReadPlans(world.call, { projectId: PROJECT, installationId, ...more });
    expect((await list()).map(({ objectName }) => objectName).sort()).toEqual(['contacts', 'deals']);
    expect((await list({ objectName: 'deals' })).map(({ disabled }) => disabled)).toEqual([true]);
    for (const more of [{ projectId: STRANGER }, { installationId: ABSENT }])
      await expect(list(more)).rejects.toMatchObject({ kind: 'notFound', detail: 'There is no such installation.' });
  });
});
