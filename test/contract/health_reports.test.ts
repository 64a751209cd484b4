import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventOf } from '../../lib/events/event.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { FullInstallation } from '../../services/installation/installations/installation.ts';
import { migrations } from '../../services/installation/migrations/migrations.ts';
import { forEachEngine, type TestDatabase } from '../support/engines.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../support/installation_world.ts';
import { deployed, installed, keyOf, readObject, STRANGER } from '../support/installed.ts';

type Report = EventOf<'installation.health.reported'>['payload'];

/** Health reports, as reads sends them by event, on both engines. */
forEachEngine((engine) => {
  let database: TestDatabase;
  let world: InstallationWorld;
  let integrationId: string;
  beforeAll(async () => {
    database = await engine.open(migrations);
    world = await installationWorld(database.db);
    const payload = { destinationId: PROJECT, name: 'main' };
    await world.noteDestination({ id: newId(), projectId: PROJECT, time: 5, type: 'destination.saved', payload });
    integrationId = await deployed(world, { name: 'crm', read: { objects: [readObject('contacts')] } });
  });
  afterAll(() => database.close());

  const content = { provider: 'sandbox', read: { objects: { contacts: {} } } };
  const installedFor = (groupRef: string) => installed(world, integrationId, { groupRef, content });

  function note(owner: FullInstallation, report: Partial<Report>, id = newId(), projectId = PROJECT) {
    const payload = {
      installationId: owner.installation.id,
      objectName: 'contacts',
      code: 'recordsHeld',
      level: 'warning' as const,
      detail: '20 records are held.',
      since: 5,
      seq: 10,
      ...report,
    };
    return world.noteHealth({ id, projectId, time: 5, type: 'installation.health.reported', payload });
  }
  async function reasons(...owners: FullInstallation[]) {
    const found = await world.deps.stores.installations.listByKeys(owners.map(keyOf));
    return (await world.describeInstallations(found)).flatMap(({ healthReasons }) => healthReasons);
  }

  describe('health reports', () => {
    it('that arrive twice and out of order leave the one with the highest seq', async () => {
      const owner = await installedFor('order');
      const id = newId();
      await note(owner, { seq: 20, detail: 'second' }, id);
      await note(owner, { seq: 20, detail: 'copy' }, id);
      await note(owner, { seq: 10, detail: 'first' });
      await note(owner, { seq: 20, detail: 'another with the same seq' });
      expect(await reasons(owner)).toEqual([
        {
          code: 'recordsHeld',
          level: 'warning',
          detail: 'second',
          since: 5,
          objectName: 'contacts',
          destinationId: '',
        },
      ]);
      await note(owner, { seq: 30, level: null });
      await note(owner, { seq: 25, detail: 'late' });
      expect(await reasons(owner)).toEqual([]);
    });

    it('name the destination that the newest one is about', async () => {
      const owner = await installedFor('about');
      const destinationId = newId();
      await note(owner, { destinationId });
      expect(await reasons(owner)).toMatchObject([{ code: 'recordsHeld', destinationId }]);
      await note(owner, { seq: 20 });
      expect(await reasons(owner)).toMatchObject([{ code: 'recordsHeld', destinationId: '' }]);
    });

    it('of several codes and objects are kept side by side', async () => {
      const owner = await installedFor('several');
      await note(owner, {});
      await note(owner, { code: 'recordsUndelivered', level: 'error' });
      await note(owner, { code: 'destinationDisabled', level: 'error', objectName: '' });
      await note(owner, { objectName: 'not read' });
      expect((await reasons(owner)).map(({ code, objectName }) => `${code} ${objectName}`)).toEqual([
        'destinationDisabled ',
        'recordsUndelivered contacts',
        'recordsHeld contacts',
      ]);
    });

    it('are deleted with their installation, and later ones are ignored', async () => {
      const owner = await installedFor('gone');
      await note(owner, {});
      await note(owner, { code: 'recordsUndelivered' }, newId(), STRANGER);
      await world.deleteInstallation(world.call, keyOf(owner));
      await note(owner, { seq: 99 });
      const rows = await database.db('health_reports').where({ installation_id: owner.installation.id }).select('code');
      expect(rows).toEqual([]);
    });

    it('cost the same number of queries for one installation and for many', async () => {
      const owners = [];
      for (let n = 0; n < 8; n += 1) owners.push(await installedFor(`many-${n}`));
      for (const owner of owners) await note(owner, {});
      const queries = async (some: FullInstallation[]) => {
        let count = 0;
        const found = await world.deps.stores.installations.listByKeys(some.map(keyOf));
        const counted = () => {
          count += 1;
        };
        database.db.on('query', counted);
        expect(await world.describeInstallations(found)).toHaveLength(some.length);
        database.db.off('query', counted);
        return count;
      };
      const cold = await queries(owners.slice(0, 1));
      expect(await queries(owners.slice(1))).toBe(cold);
      expect(await queries(owners)).toBeLessThan(cold);
    });
  });

  describe('a group and a consumer', () => {
    it('D: have the time when their name last changed, and none before', async () => {
      const people = async (names: object) => {
        const { id } = await world.connect({ groupRef: 'renamed', consumerRef: 'renamed', ...names });
        const found = await world.deps.stores.connections.find(PROJECT, id);
        return [found?.group.updateTime, found?.consumer.updateTime];
      };
      expect(await people({ groupName: 'One', consumerName: 'Ann' })).toEqual([null, null]);
      world.pass(1_000);
      expect(await people({ groupName: 'One', consumerName: 'Ann' })).toEqual([null, null]);
      const now = world.deps.clock.now();
      expect(await people({ groupName: 'Two', consumerName: '' })).toEqual([now, null]);
      world.pass(1_000);
      expect(await people({ groupName: '', consumerName: 'Bea' })).toEqual([now, now + 1_000]);
    });
  });
});
