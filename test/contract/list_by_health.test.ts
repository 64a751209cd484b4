import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FullInstallation } from '../../services/installation/installations/installation.ts';
import { migrations } from '../../services/installation/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../support/installation_world.ts';
import { deployed, installed, readObject } from '../support/installed.ts';

const READ = { objects: [readObject('contacts', { schedule: '0 * * * *' }), readObject('companies')] };
const CONTENT = { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts' } } } };

/** The filter must find each installation that shows an error, whatever the reason, and no other one. */
forEachEngine((engine) => {
  describe('installations by health', () => {
    const db = engine.suiteDatabase(migrations);
    let world: InstallationWorld;
    let hook: string;
    beforeEach(async () => {
      for (const table of [
        'installations',
        'integrations',
        'revisions',
        'connections',
        'health_reports',
        'destinations',
      ])
        await db()(table).del();
      world = await installationWorld(db());
      hook = world.deps.newId();
      await destination('destination.saved', hook, 'main', 5);
    });
    afterEach(() => world.close());

    const destination = (type: 'destination.saved' | 'destination.deleted', id: string, name: string, time: number) =>
      world.noteDestination({
        id: world.deps.newId(),
        projectId: PROJECT,
        time,
        type,
        payload: { destinationId: id, name },
      });
    const filter = (healthStatus: string) => ({ integrationId: '', groupRef: '', healthStatus });
    const idsOf = (found: readonly FullInstallation[]) => found.map(({ installation }) => installation.id);
    async function compare(): Promise<string[]> {
      const all = await world.describeInstallations(await world.deps.stores.installations.list(PROJECT, filter('')));
      const isBad = (one: (typeof all)[number]) => one.healthReasons.some(({ level }) => level === 'error');
      const unhealthy = await world.listByHealth(PROJECT, filter('unhealthy'), '');
      const healthy = await world.listByHealth(PROJECT, filter('healthy'), '');
      expect(idsOf(unhealthy.found)).toEqual(idsOf(all.filter(isBad)));
      expect(idsOf(healthy.found)).toEqual(idsOf(all.filter((one) => !isBad(one))));
      return all.filter(isBad).map(({ installation }) => installation.groupRef);
    }
    async function five(integrationId: string): Promise<FullInstallation[]> {
      const owners: FullInstallation[] = [];
      for (const groupRef of ['a', 'b', 'c', 'd', 'e']) {
        await world.connect({ groupRef });
        owners.push(await installed(world, integrationId, { groupRef, content: CONTENT }));
      }
      return owners;
    }
    const operation = (
      owner: FullInstallation | undefined,
      status: 'failure' | 'in_progress' | 'success',
      seq: number,
    ) =>
      world.noteOperation({
        id: world.deps.newId(),
        projectId: PROJECT,
        time: seq,
        type: 'operation.changed',
        payload: {
          installationId: owner?.installation.id ?? '',
          operationId: world.deps.newId(),
          objectName: 'contacts',
          status,
          seq,
        },
      });
    const report = (owner: FullInstallation | undefined, level: 'error' | 'warning' | null, seq: number) =>
      world.noteHealth({
        id: world.deps.newId(),
        projectId: PROJECT,
        time: seq,
        type: 'installation.health.reported',
        payload: {
          installationId: owner?.installation.id ?? '',
          objectName: 'contacts',
          code: 'recordsUndelivered',
          level,
          detail: 'undelivered',
          since: seq,
          seq,
        },
      });

    it('are none while nothing is wrong, also with warnings', async () => {
      const owners = await five(await deployed(world, { name: 'crm', read: READ, proxy: { enabled: true } }));
      await report(owners[0], null, 5);
      expect(await compare()).toEqual([]);
    });

    it('are those with failed reads, also while the next one runs, with refused credentials and with open reports', async () => {
      const [a, b, c, d] = await five(await deployed(world, { name: 'crm', read: READ }));
      await operation(a, 'failure', 10);
      await operation(b, 'failure', 10);
      await operation(b, 'in_progress', 20);
      await operation(c, 'failure', 10);
      await operation(c, 'success', 20);
      await report(c, 'error', 10);
      await world.db('connections').where({ id: d?.installation.connectionId }).update({ status: 'bad_credentials' });
      expect(await compare()).toEqual(['d', 'c', 'b', 'a']);
    });

    it('are those whose revision or config names a destination that does not exist', async () => {
      await five(await deployed(world, { name: 'crm', read: READ }));
      const objects = [readObject('contacts', { destination: 'other' })];
      const own = await deployed(world, { name: 'own', read: { objects } });
      await world.connect({ groupRef: 'own' });
      const content = { provider: 'sandbox', read: { objects: { contacts: { destination: 'main' } } } };
      await installed(world, own, { groupRef: 'own', content });
      await world.connect({ groupRef: 'lost' });
      await installed(world, own, { groupRef: 'lost', content: CONTENT });
      expect(await compare()).toEqual(['lost']);
      await destination('destination.saved', world.deps.newId(), 'other', 6);
      expect(await compare()).toEqual([]);
      await destination('destination.deleted', hook, 'main', 7);
      expect((await compare()).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'own']);
    });
  });
});
