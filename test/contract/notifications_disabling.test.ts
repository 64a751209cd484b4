import { describe, expect, it } from '@jest/globals';
import { readNow } from '../../lib/db/now.ts';
import type { ClaimedDelivery } from '../../services/notifications/deliveries/delivery.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { aDestination, ended, eventsIn, HOUR, passTime, projectId, replica } from './notifications_replica.ts';

forEachEngine((engine) => {
  describe('disabling', () => {
    it.each([
      ['a 410', 410, 0],
      ['120 hours of nothing but failure', 500, 121 * HOUR],
    ])(
      'happens once after %s, with four concurrent workers, and sends one event',
      async (_what, status, failingFor) => {
        const database = await engine.open(migrations);
        const workers = Array.from({ length: 4 }, () => replica(database.replica({ poolSize: 3 })));
        for (let run = 0; run < 10; run += 1) {
          const destination = aDestination({ failures: 1, failingSince: (await readNow(database.db)) - failingFor });
          const [{ stores, add }] = workers as [ReturnType<typeof replica>];
          await stores.destinations.insert(destination);
          await add(destination, 8);
          const held = await stores.deliveries.claim(destination.id, { limit: 8, leaseMs: 45_000, now: Date.now() });
          await Promise.all(
            workers.map(({ record }, n) =>
              record(held.slice(2 * n, 2 * n + 2).map((delivery) => ended(delivery, status))),
            ),
          );
          const events = await eventsIn(database.db, 'destination.webhook.disabled');
          expect(events.filter(({ payload }) => payload.includes(destination.id))).toHaveLength(1);
          expect(await stores.destinations.find(projectId, destination.id)).toMatchObject({ status: 'disabled' });
        }
        await database.close();
      },
    );

    it('is postponed by any success', async () => {
      const database = await engine.open(migrations);
      const { stores, add, claimAll, record } = replica(database.db);
      const destination = aDestination({ failures: 4, failingSince: (await readNow(database.db)) - 119 * HOUR });
      await stores.destinations.insert(destination);
      await add(destination, 2);
      const [one, two] = (await claimAll()) as [ClaimedDelivery, ClaimedDelivery];
      await record([ended(one, 200)]);
      expect(await stores.destinations.find(projectId, destination.id)).toMatchObject({
        failures: 0,
        failingSince: null,
      });
      await passTime(database.db, 2 * HOUR);
      await record([ended(two, 500)]);
      expect(await stores.destinations.find(projectId, destination.id)).toMatchObject({
        status: 'active',
        failures: 1,
      });
      await database.close();
    });
  });
});
