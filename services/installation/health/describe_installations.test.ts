import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type InstallationWorld, installationWorld, PROJECT } from '../../../test/support/installation_world.ts';
import { deployed, installed, keyOf, readObject } from '../../../test/support/installed.ts';
import { promise } from '../../../test/support/promise.ts';
import type { FullInstallation } from '../installations/installation.ts';

const READ = { objects: [readObject('contacts', { schedule: '0 * * * *' }), readObject('companies')] };
const CONTACTS = { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts' } } } };

let world: InstallationWorld;
beforeEach(async () => {
  world = await installationWorld();
  await destination('destination.saved');
});
afterEach(() => world.close());

function destination(type: 'destination.saved' | 'destination.deleted', time = 5, destinationId = PROJECT) {
  const payload = { destinationId, name: 'main' };
  return world.noteDestination({ id: world.deps.newId(), projectId: PROJECT, time, type, payload });
}

async function shown(owner: FullInstallation) {
  const found = await world.deps.stores.installations.find(PROJECT, owner.installation.id);
  const [described] = await world.describeInstallations(found ? [found] : []);
  return described;
}
const disable = (owner: FullInstallation, objectName: string) =>
  world.patchObjectConfig(world.call, {
    ...keyOf(owner),
    objectName,
    groupRef: 'acme',
    installationId: '',
    action: 'read',
    changes: [{ op: 'add', path: '/disabled', value: true }],
  });
const codes = async (owner: FullInstallation) => (await shown(owner))?.healthReasons.map(({ code }) => code);
const warnings = async (owner: FullInstallation) =>
  (await shown(owner))?.warnings.map(({ rule, path, suggestion }) => [rule, path, suggestion]);

describe('describeInstallations', () => {
  it('has no reasons and warnings for an installation without faults', async () => {
    const owner = await installed(world, await deployed(world, { name: 'crm', read: READ }), { content: CONTACTS });
    expect(await shown(owner)).toMatchObject({ healthReasons: [], warnings: [] });
  });

  it('L9: warns of blocks that are stored but not run, in an integration without reads', async () => {
    const integrationId = await deployed(world, {
      name: 'writer',
      write: { objects: [{ objectName: 'contacts' }] },
      proxy: { enabled: true },
      watchSchema: { destination: 'main', allObjects: {} },
    });
    const content = { provider: 'sandbox', read: { objects: {} }, write: { objects: { contacts: {} } } };
    const owner = await installed(world, integrationId, { content });
    expect(await shown(owner)).toMatchObject({
      healthReasons: [
        {
          code: 'notRunYet',
          level: 'warning',
          objectName: '',
          detail: expect.stringContaining('does not run watchSchema yet'),
        },
      ],
      warnings: [{ rule: 'not-run-yet', path: 'latestRevision.content.watchSchema' }],
    });
  });

  it('has no reasons and warnings for an installation that only has the proxy', async () => {
    const integrationId = await deployed(world, { name: 'caller', proxy: { enabled: true } });
    const content = { provider: 'sandbox', proxy: { enabled: true } };
    const owner = await installed(world, integrationId, { content });
    expect(await shown(owner)).toMatchObject({ healthReasons: [], warnings: [] });
  });

  it('L8: warns of unknown keys of a config, at every depth, with a suggestion', async () => {
    const contacts = { objectName: 'contacts', shedule: '0 * * * *', backfill: { defaultPeriod: { dasy: 3 } } };
    const owner = await installed(world, await deployed(world, { name: 'crm', read: READ }), {
      content: { provider: 'sandbox', read: { objects: { contacts } } },
    });
    expect(await warnings(owner)).toEqual([
      ['unknown-key', 'config.content.read.objects.contacts.shedule', 'Did you mean schedule?'],
      ['unknown-key', 'config.content.read.objects.contacts.backfill.defaultPeriod.dasy', 'Did you mean days?'],
    ]);
  });

  it('L10: warns of parts of a config that its integration no longer has', async () => {
    const write = { objects: [{ objectName: 'contacts' }] };
    const integrationId = await deployed(world, { name: 'crm', read: READ, write });
    const content = { ...CONTACTS, write: { objects: { contacts: { objectName: 'contacts' } } } };
    const owner = await installed(world, integrationId, { content });
    await deployed(world, { name: 'crm', read: READ });
    await disable(owner, 'contacts');
    expect(await warnings(owner)).toEqual([['action-in-manifest', 'config.content.write.objects.contacts', '']]);
  });

  it('L8: warns of an object of a config that its integration no longer reads', async () => {
    const content = { provider: 'sandbox', read: { objects: { contacts: {}, companies: {} } } };
    const owner = await installed(world, await deployed(world, { name: 'crm', read: READ }), { content });
    await deployed(world, { name: 'crm', read: { objects: [readObject('contacts')] } });
    await disable(owner, 'contacts');
    expect(await warnings(owner)).toEqual([['object-in-manifest', 'config.content.read.objects.companies', '']]);
  });

  const missing = 'has the reason destinationMissing while the destination of an object does not resolve';
  promise(missing, { without: 'keptDestinations' }, async () => {
    const owner = await installed(world, await deployed(world, { name: 'crm', read: READ }), { content: CONTACTS });
    await destination('destination.deleted', 6);
    expect((await shown(owner))?.healthReasons).toEqual([
      expect.objectContaining({ code: 'destinationMissing', level: 'error', objectName: 'contacts' }),
    ]);
    await destination('destination.saved', 7, world.deps.newId());
    expect(await codes(owner)).toEqual([]);
  });

  it('knows after a second what another process noted', async () => {
    const owner = await installed(world, await deployed(world, { name: 'crm', read: READ }), { content: CONTACTS });
    expect(await codes(owner)).toEqual([]);
    // A second client of the same database would be heard by nobody here either.
    world.db.client.removeAllListeners('query-response');
    await destination('destination.deleted', 6);
    expect(await codes(owner)).toEqual([]);
    world.pass(1_000);
    expect(await codes(owner)).toEqual(['destinationMissing']);
  });

  it('has the reason readsFailing since the first failure after a success', async () => {
    const owner = await installed(world, await deployed(world, { name: 'crm', read: READ }), { content: CONTACTS });
    const note = (status: 'success' | 'failure' | 'in_progress', operationId: string, seq: number) =>
      world.noteOperation({
        id: world.deps.newId(),
        projectId: PROJECT,
        time: seq,
        type: 'operation.changed',
        payload: { installationId: owner.installation.id, operationId, objectName: 'contacts', status, seq },
      });
    await note('failure', 'a', 10);
    await note('in_progress', 'b', 20);
    expect(await codes(owner)).toEqual(['readsFailing']);
    await note('failure', 'b', 30);
    expect((await shown(owner))?.healthReasons).toMatchObject([{ code: 'readsFailing', since: 10 }]);
    await note('success', 'c', 40);
    expect(await codes(owner)).toEqual([]);
  });

  it('judges reads by reads: a write, failed or not and in whatever order, changes only the last operation', async () => {
    const owner = await installed(world, await deployed(world, { name: 'crm', read: READ }), { content: CONTACTS });
    const note = (
      type: 'operation.changed' | 'write.operation.ended',
      status: 'success' | 'failure',
      operationId: string,
      seq: number,
    ) =>
      world.noteOperation({
        id: world.deps.newId(),
        projectId: PROJECT,
        time: seq,
        type,
        payload: { installationId: owner.installation.id, operationId, objectName: 'contacts', status, seq },
      });
    const last = async () => (await shown(owner))?.installation.lastOperationStatus;
    await note('write.operation.ended', 'failure', 'a', 10);
    expect([await codes(owner), await last()]).toEqual([[], 'failure']);
    await note('write.operation.ended', 'success', 'b', 30);
    await note('operation.changed', 'failure', 'c', 20);
    expect([await codes(owner), await last()]).toEqual([['readsFailing'], 'success']);
    await note('write.operation.ended', 'success', 'd', 40);
    expect(await codes(owner)).toEqual(['readsFailing']);
    await note('operation.changed', 'success', 'e', 35);
    expect([await codes(owner), await last()]).toEqual([[], 'success']);
  });

  it('drops the reports about an object when it is no longer read', async () => {
    const content = { provider: 'sandbox', read: { objects: { contacts: {}, companies: {} } } };
    const owner = await installed(world, await deployed(world, { name: 'crm', read: READ }), { content });
    const payload = { installationId: owner.installation.id, code: 'recordsHeld', level: 'warning' as const };
    for (const objectName of ['contacts', 'companies'])
      await world.noteHealth({
        id: world.deps.newId(),
        projectId: PROJECT,
        time: 5,
        type: 'installation.health.reported',
        payload: { ...payload, objectName, detail: 'held', since: 5, seq: 5 },
      });
    expect(await codes(owner)).toEqual(['recordsHeld', 'recordsHeld']);
    await deployed(world, { name: 'crm', read: { objects: [readObject('companies')] } });
    await disable(owner, 'companies');
    expect((await shown(owner))?.healthReasons).toMatchObject([{ objectName: 'companies' }]);
    await deployed(world, { name: 'crm', read: READ });
    await disable(owner, 'contacts');
    expect((await shown(owner))?.healthReasons).toMatchObject([{ objectName: 'companies' }]);
  });
});
