import { describe, expect, it } from '@jest/globals';
import { migrateUp } from '../../lib/db/migrate.ts';
import { newId } from '../../lib/ids/ids.ts';
import { strandedDeliveries } from '../../services/notifications/migrations/0021_stranded_deliveries.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { aDestination, eventsIn, projectId, replica } from './notifications_replica.ts';

/** The steps around it must not matter. */
const BEFORE = migrations.filter((one) => one !== strandedDeliveries);

forEachEngine((engine) => {
  describe('the upgrade of deliveries whose destination was deleted', () => {
    it('H1: ends them, so that reads reads their records again, and leaves all others', async () => {
      const database = await engine.open(BEFORE);
      try {
        const { db } = database;
        const { stores, close } = replica(db);
        const kept = aDestination({ status: 'disabled' });
        await stores.destinations.insert(kept);
        const add = async (destinationId: string, state: 'pending' | 'held', destinationName = '') => {
          const id = newId();
          const about = { id, projectId, destinationId, destinationName, sourceId: id, state, createTime: 1 };
          await stores.deliveries.insert([{ ...about, source: 'read', lastError: null }]);
          return id;
        };
        const gone = newId();
        const stranded = [await add('', 'held', 'old'), await add(gone, 'held'), await add(gone, 'pending')];
        const others = [await add(kept.id, 'held'), await add(kept.id, 'pending')];
        await migrateUp(db, migrations);
        for (let round = 0; round < 3; round += 1) await close();
        expect(await stores.closings.list(5)).toEqual([]);
        expect(await db('deliveries').whereIn('id', stranded).orderBy('state').pluck('state')).toEqual([
          'cancelled',
          'cancelled',
          'undelivered',
        ]);
        expect(await db('deliveries').whereIn('id', others).orderBy('state').pluck('state')).toEqual([
          'held',
          'pending',
        ]);
        const told = (await eventsIn(db, 'read.messages.settled')).flatMap(
          ({ payload }) => (JSON.parse(payload) as { messageIds: string[] }).messageIds,
        );
        expect(told.toSorted()).toEqual(stranded.toSorted());
      } finally {
        await database.close();
      }
    });
  });
});
