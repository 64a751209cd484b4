import { describe, expect, it } from '@jest/globals';
import { readNow } from '../../lib/db/now.ts';
import type { ClaimedDelivery } from '../../services/notifications/deliveries/delivery.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { aDestination, ended, eventsIn, HOUR, passTime, replica, rules, stateOf } from './notifications_replica.ts';

forEachEngine((engine) => {
  describe('recording', () => {
    it('spaces ten attempts by the schedule, and then holds the message', async () => {
      const database = await engine.open(migrations);
      const { db } = database;
      const { stores, add, claimAll, record } = replica(db, { random: () => 0.999 });
      const destination = aDestination();
      await stores.destinations.insert(destination);
      const [id = ''] = await add(destination, 1);
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        const [delivery] = await claimAll();
        if (!delivery) throw new Error(`Attempt ${attempt} is not due.`);
        const before = await readNow(db);
        await record([ended(delivery, 500)]);
        const row = await stateOf(db, id);
        expect(row).toMatchObject({ attempt, state: attempt < 10 ? 'pending' : 'held', last_error: 'status 500' });
        if (attempt === 10) break;
        const gap = rules.gaps[attempt] as number;
        expect(row.next_time - before).toBeGreaterThanOrEqual(0.8 * gap);
        expect(row.next_time - before).toBeLessThanOrEqual(1.2 * gap);
        expect(await claimAll()).toEqual([]);
        await passTime(db, Math.max(1.2 * gap, 60_001));
      }
      expect(await db('attempts').where({ delivery_id: id }).orderBy('attempt').pluck('attempt')).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
      ]);
      expect((await eventsIn(db, 'read.messages.held')).map(({ payload }) => JSON.parse(payload))).toEqual([
        { messageIds: [id], isHeld: true, seq: 1 },
      ]);
      await database.close();
    });

    promise('drops the result of a worker whose lease has been taken over', { without: 'fence' }, async () => {
      const database = await engine.open(migrations);
      try {
        const { stores, add, claimAll, record } = replica(database.db);
        const destination = aDestination();
        await stores.destinations.insert(destination);
        const [id = ''] = await add(destination, 1);
        const [stale] = await claimAll();
        await passTime(database.db, 46_000);
        expect(await stores.deliveries.reclaim(10)).toBe(1);
        expect(await record([ended(stale as ClaimedDelivery, 200)])).toMatchObject({ lost: 1 });
        const [fresh] = await claimAll();
        expect(await record([ended(stale as ClaimedDelivery, 200)])).toMatchObject({ lost: 1 });
        expect(await stateOf(database.db, id)).toMatchObject({ state: 'leased', attempt: 0 });
        expect(await record([ended(fresh as ClaimedDelivery, 200)])).toMatchObject({ lost: 0 });
        expect(await record([ended(fresh as ClaimedDelivery, 500)])).toMatchObject({ lost: 1 });
        expect(await stateOf(database.db, id)).toMatchObject({ state: 'delivered', attempt: 1, last_error: null });
      } finally {
        await database.close();
      }
    });

    it('writes many results of different kinds in one call', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claim, record } = replica(database.db);
      const destination = aDestination();
      await stores.destinations.insert(destination);
      await add(destination, 8);
      const [lane] = (await claim({ free: 64, inFlight: new Map(), afterId: '' })).lanes;
      const held = lane?.deliveries ?? [];
      const { retryDelays } = await record(
        held.map((delivery, n) => ended(delivery, [200, 204, 500, 503][n % 4] as number)),
      );
      expect(retryDelays).toHaveLength(4);
      const rows = await database.db('deliveries').select('state');
      expect(rows.map(({ state }) => state).toSorted()).toEqual([
        'delivered',
        'delivered',
        'delivered',
        'delivered',
        'pending',
        'pending',
        'pending',
        'pending',
      ]);
      await database.close();
    });

    it('releases deliveries that could not be attempted, without counting an attempt', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claimAll, release } = replica(database.db);
      const destination = aDestination();
      await stores.destinations.insert(destination);
      const [id = ''] = await add(destination, 1);
      await release(await claimAll(), 1_000);
      expect(await stateOf(database.db, id)).toMatchObject({ state: 'pending', attempt: 0 });
      expect(await claimAll()).toEqual([]);
      await passTime(database.db, 1_001);
      expect(await claimAll()).toHaveLength(1);
      await database.close();
    });
  });

  describe('deleting', () => {
    it('removes only final and old deliveries, with their attempts', async () => {
      const database = await engine.open(migrations);
      const { db } = database;
      const { stores, add, claimAll, record, purge } = replica(db);
      const destination = aDestination();
      await stores.destinations.insert(destination);
      const [old, young] = (await add(destination, 2)) as [string, string];
      await record((await claimAll()).map((delivery) => ended(delivery, 200)));
      const [waiting] = (await add(destination, 1)) as [string];
      await db('deliveries')
        .whereIn('id', [old, waiting])
        .update({ update_time: Date.now() - 2 * HOUR });
      expect(await purge()).toBe(false);
      expect((await db('deliveries').pluck('id')).toSorted()).toEqual([young, waiting].toSorted());
      expect(await db('attempts').pluck('delivery_id')).toEqual([young]);
      await database.close();
    });
  });
});
