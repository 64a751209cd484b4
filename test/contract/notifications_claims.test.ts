import { describe, expect, it } from '@jest/globals';
import { readNow } from '../../lib/db/now.ts';
import type { ClaimedDelivery } from '../../services/notifications/deliveries/delivery.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { aDestination, ended, passTime, replica, stateOf } from './notifications_replica.ts';

forEachEngine((engine) => {
  describe('claiming', () => {
    it('gives all deliveries to four concurrent workers, each to one', async () => {
      const database = await engine.open(migrations);
      const first = replica(database.db);
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        const destination = aDestination();
        await first.stores.destinations.insert(destination);
        ids.push(...(await first.add(destination, 40)));
      }
      const workers = Array.from({ length: 4 }, () => replica(database.replica({ poolSize: 2 })));
      const taken = await Promise.all(
        workers.map(async ({ claimAll }) => {
          const mine: ClaimedDelivery[] = [];
          for (let empty = 0; empty < 3; ) {
            const some = await claimAll();
            empty = some.length === 0 ? empty + 1 : 0;
            mine.push(...some);
          }
          return mine;
        }),
      );
      expect(
        taken
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(ids.toSorted());
      await database.close();
    });

    it('takes a few of each destination, and continues with the next one', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claim } = replica(database.db);
      const destinations = [aDestination(), aDestination(), aDestination()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
      for (const destination of destinations) await stores.destinations.insert(destination);
      for (const destination of destinations) await add(destination, 20);
      const [a, b, c] = destinations.map(({ id }) => id) as [string, string, string];
      const first = await claim({ free: 64, inFlight: new Map([[b, 5]]), afterId: b });
      expect(first.lanes.map(({ destination, deliveries }) => [destination.id, deliveries.length])).toEqual([
        [c, 8],
        [a, 8],
        [b, 3],
      ]);
      expect(
        await claim({
          free: 64,
          inFlight: new Map([
            [a, 8],
            [b, 8],
            [c, 8],
          ]),
          afterId: '',
        }),
      ).toEqual({ lanes: [], afterId: '' });
      const last = await claim({ free: 4, inFlight: new Map(), afterId: '' });
      expect(last.lanes.map(({ deliveries }) => deliveries.length)).toEqual([2, 1, 1]);
      // The first claim had room for all three; the last one had no room left.
      expect([first.afterId, last.afterId]).toEqual(['', c]);
      const next = await claim({ free: 1, inFlight: new Map(), afterId: last.afterId });
      expect([next.lanes[0]?.destination.id, next.afterId]).toEqual([a, a]);
      await database.close();
    });

    it('continues after failing destinations that already have the one delivery that they may have', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claim } = replica(database.db);
      const failing = { failures: 9, failingSince: await readNow(database.db) };
      const ids = [aDestination(), aDestination(), aDestination()].map(({ id }) => id).toSorted();
      const [a, b, c] = ids as [string, string, string];
      for (const id of ids) {
        const destination = aDestination({ id, ...(id === c ? {} : failing) });
        await stores.destinations.insert(destination);
        await add(destination, 2);
      }
      const inFlight = new Map([
        [a, 1],
        [b, 1],
      ]);
      const first = await claim({ free: 2, inFlight, afterId: '' });
      expect(first).toEqual({ lanes: [], afterId: b });
      expect((await claim({ free: 2, inFlight, afterId: first.afterId })).lanes[0]?.destination.id).toBe(c);
      await database.close();
    });

    it('probes a failing destination with one delivery, for all workers together', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claimAll } = replica(database.db);
      const now = await readNow(database.db);
      const destination = aDestination({ failures: 9, failingSince: now - 60_000, openUntil: now + 60_000 });
      await stores.destinations.insert(destination);
      await add(destination, 20);
      expect(await claimAll()).toEqual([]);
      await passTime(database.db, 61_000);
      expect(await claimAll()).toHaveLength(1);
      expect(await claimAll()).toEqual([]);
      await database.close();
    });

    it('releases everything at the start if the database has one owner, and nothing if it has several', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claimAll, record } = replica(database.db);
      const destination = aDestination();
      await stores.destinations.insert(destination);
      await add(destination, 3);
      const held = await claimAll();
      const isShared = engine.name === 'mariadb';
      expect(await stores.deliveries.reclaimAtStart()).toBe(isShared ? 0 : 3);
      expect(await claimAll()).toHaveLength(isShared ? 0 : 3);
      expect(await record(held.map((delivery) => ended(delivery, 200)))).toMatchObject({ lost: isShared ? 0 : 3 });
      await database.close();
    });

    it('leaves the deliveries of a type that only a later version knows in the queue', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claimAll } = replica(database.db);
      const later = aDestination({ type: 'later' });
      const known = aDestination();
      for (const destination of [later, known]) await stores.destinations.insert(destination);
      const [kept = ''] = await add(later, 1);
      const taken = await add(known, 1);
      expect((await claimAll()).map(({ id }) => id)).toEqual(taken);
      expect(await stateOf(database.db, kept)).toMatchObject({ state: 'pending', attempt: 0, fence: 0 });
      await database.close();
    });

    it('never takes deliveries for a disabled destination', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claimAll } = replica(database.db);
      const destination = aDestination({ status: 'disabled' });
      await stores.destinations.insert(destination);
      await add(destination, 3);
      expect(await claimAll()).toEqual([]);
      await database.close();
    });
  });
});
