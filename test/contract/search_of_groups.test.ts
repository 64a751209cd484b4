import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrations } from '../../services/installation/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { type InstallationWorld, installationWorld, PROJECT } from '../support/installation_world.ts';
import { deployed, installed, readObject } from '../support/installed.ts';

const READ = { objects: [readObject('contacts', { schedule: '0 * * * *' })] };
const CONTENT = { provider: 'sandbox', read: { objects: { contacts: { objectName: 'contacts' } } } };
const GROUPS = { acme: 'Acme Inc.', 'g-2': 'Österreichische Bäckerei', 'g-3': '100%_sure!' };

forEachEngine((engine) => {
  describe('connections and installations, looked for by their group', () => {
    const db = engine.suiteDatabase(migrations);
    let world: InstallationWorld;
    beforeAll(async () => {
      world = await installationWorld(db());
      const { newId } = world.deps;
      const payload = { destinationId: newId(), name: 'main' };
      await world.noteDestination({ id: newId(), projectId: PROJECT, time: 5, type: 'destination.saved', payload });
      const integrationId = await deployed(world, { name: 'crm', read: READ });
      for (const [groupRef, groupName] of Object.entries(GROUPS)) {
        await installed(world, integrationId, { groupRef, content: CONTENT });
        await world.connect({ groupRef, groupName });
      }
      await db()('connections').where({ group_ref: 'acme' }).update({ provider: 'hubspot' });
    });

    afterAll(() => world.close());

    /** Refs of what both lists have. */
    async function found(search: string, { provider = '', projectId = PROJECT } = {}): Promise<string[]> {
      const { stores } = world.deps;
      const filter = { integrationId: '', groupRef: '', consumerRef: '', provider, search };
      const ofInstallations = (await stores.installations.list(projectId, filter)).map(({ group }) => group.ref);
      const ofConnections = (await stores.connections.list(projectId, filter)).map(({ group }) => group.ref);
      expect([...new Set(ofConnections)]).toEqual(ofInstallations);
      return ofInstallations;
    }

    it.each([
      ['a part of a name or ref, in any case', ['acm', 'ACM', 'acme inc.', 'Inc'], ['acme']],
      ['letters beyond ASCII', ['öster', 'ÖSTER', 'Öster', 'bäck', 'G-2'], ['g-2']],
      ['what SQL takes for a pattern', ['100%', '%_s', 'sure!'], ['g-3']],
      ['no other text', ['nobody', 'a%e', "'"], []],
      ['everything without a text', [''], ['g-3', 'g-2', 'acme']],
    ])('are found by %s', async (_what, searches, refs) => {
      for (const search of searches) expect(await found(search)).toEqual(refs);
    });

    it('are found at one provider, and in no other project', async () => {
      expect(await found('', { provider: 'sandbox' })).toEqual(['g-3', 'g-2']);
      expect(await found('a', { provider: 'hubspot' })).toEqual(['acme']);
      expect(await found('acm', { projectId: world.deps.newId() })).toEqual([]);
    });
  });
});
