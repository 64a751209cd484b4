import { describe, expect, it } from '@jest/globals';
import { readNow } from '../../lib/db/now.ts';
import type { ClaimedDelivery } from '../../services/notifications/deliveries/delivery.ts';
import type { Destination } from '../../services/notifications/destinations/destination.ts';
import { healthOf } from '../../services/notifications/destinations/destination_health.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { aDestination, ended, eventsIn, passTime, projectId, replica, stateOf } from './notifications_replica.ts';
import { idsOf, notificationsStage } from './notifications_stage.ts';

const { receiver, service } = notificationsStage();
type Six = [ClaimedDelivery, ClaimedDelivery, ClaimedDelivery, ClaimedDelivery, ClaimedDelivery, ClaimedDelivery];

/** The second attempt comes after five minutes. */
const SLOW = { CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: '0,300000,300000' };

forEachEngine((engine) => {
  describe('a mended destination', () => {
    const patch = (updateMask: string[], change: { status?: string; metadataJson?: string }) => ({
      destinationIdOrName: 'hooks',
      updateMask,
      ...change,
    });

    it.each(['activated', 'moved', 'disabled and activated'])(
      'H3: gets within two seconds what waits for a later attempt, when it is %s',
      async (how) => {
        let isMended = false;
        const hook = await receiver({ respond: () => (isMended ? 200 : 500) });
        const other = await receiver();
        const { addDestination, addPage, client, call, projectId: id, settled } = await service(engine, SLOW);
        await addDestination('hooks', hook.url);
        const ids = [...(await addPage('hooks', 3)), ...(await addPage('hooks', 3))];
        await hook.waitFor((messages) => new Set(messages.map((one) => one.id)).size === 6, 10_000);
        await eventually(async () => {
          const { deliveries } = await client.listDeliveries(call(), { projectId: id });
          expect(deliveries.every(({ attemptCount }) => attemptCount > 0)).toBe(true);
        });
        isMended = true;
        const start = Date.now();
        const change = (one: object) => client.updateDestination(call(), { projectId: id, ...one } as never);
        if (how === 'disabled and activated') await change(patch(['status'], { status: 'disabled' }));
        if (how === 'moved')
          await change(patch(['metadata.url'], { metadataJson: JSON.stringify({ url: other.url }) }));
        else await change(patch(['status'], { status: 'active' }));
        const target = how === 'moved' ? other : hook;
        const [first] = await target.waitFor((messages) => messages.some(({ status }) => status === 200), 5_000);
        expect(first).toBeDefined();
        expect((target.messages.find(({ status }) => status === 200)?.at ?? 0) - start).toBeLessThan(2_000);
        await eventually(async () => expect(settled().toSorted()).toEqual(ids.toSorted()));
        expect(new Set(idsOf(target.messages))).toEqual(new Set(ids));
      },
    );

    it('H3: claims what waited in the order of its creation, each with its attempt count reset', async () => {
      const database = await engine.open(migrations);
      try {
        const { db } = database;
        const { stores, add, claimAll, record, releaseHolds } = replica(db);
        const destination = aDestination();
        await stores.destinations.insert(destination);
        const ids: string[] = [];
        for (let n = 0; n < 4; n += 1) {
          const [id = ''] = await add(destination, 1);
          await db('deliveries')
            .where({ id })
            .update({ create_time: 1_000 + n });
          ids.push(id);
        }
        const claimed = await claimAll();
        await record(claimed.toReversed().map((one) => ended(one, 500)));
        expect(await claimAll()).toEqual([]);
        await stores.releases.put({ destinationId: destination.id, projectId });
        await releaseHolds();
        const due = await db('deliveries').orderBy('next_time').select('id', 'attempt');
        expect(due).toEqual(ids.map((id) => ({ id, attempt: 0 })));
        expect(await claimAll()).toHaveLength(4);
        expect(await stores.releases.list(5)).toEqual([]);
      } finally {
        await database.close();
      }
    });

    it('H3: is failing from the third failure in a row, or after a minute of failures, until the next success', async () => {
      const database = await engine.open(migrations);
      try {
        const { stores, add, claimAll, record, reportFailing } = replica(database.db);
        const destination = aDestination();
        await stores.destinations.insert(destination);
        const health = async () => {
          const now = await readNow(database.db);
          return healthOf((await stores.destinations.find(projectId, destination.id)) as Destination, now);
        };
        const told = async () => {
          await reportFailing();
          await reportFailing();
          const all = await eventsIn(database.db, 'destination.saved');
          return all.map(({ payload }) => (JSON.parse(payload) as { failing: unknown }).failing);
        };
        await add(destination, 6);
        const [one, two, three, four, five, six] = (await claimAll()) as Six;
        await record([ended(one, 500), ended(two, 500)]);
        expect(await health()).toEqual({ state: 'ok' });
        expect(await told()).toEqual([]);
        await record([ended(three, 503)]);
        const since = expect.any(Number);
        expect(await health()).toEqual({ state: 'failing', since, failures: 3, lastStatus: 503, lastError: null });
        expect(await told()).toEqual([{ since, failures: 3, status: 503, error: '' }]);
        await record([ended(four, 200)]);
        expect(await health()).toEqual({ state: 'ok' });
        expect((await told()).slice(1)).toEqual([null]);
        await record([ended(five, 500)]);
        expect((await told()).slice(2)).toEqual([]);
        await passTime(database.db, 61_000);
        expect(await health()).toMatchObject({ state: 'failing', failures: 1 });
        expect((await told()).slice(2)).toMatchObject([{ failures: 1, status: 500 }]);
        await record([ended(six, 410)]);
        expect(await health()).toEqual({ state: 'disabled', since, reason: 'gone', nextProbeTime: null });
        expect((await told()).slice(3)).toContainEqual(null);
      } finally {
        await database.close();
      }
    });

    it('H3: a failure that began before the change counts for nothing, not even a 410', async () => {
      const database = await engine.open(migrations);
      try {
        const { stores, add, claimAll, record } = replica(database.db);
        const destination = aDestination({ updateTime: 5_000 });
        await stores.destinations.insert(destination);
        const [id = ''] = await add(destination, 1);
        const [one] = await claimAll();
        const { retryDelays } = await record([ended(one as ClaimedDelivery, 410, { startTime: 4_000 })]);
        expect(retryDelays).toEqual([0]);
        expect(await stateOf(database.db, id)).toMatchObject({ state: 'pending', attempt: 0 });
        const now = await stores.destinations.find(projectId, destination.id);
        expect(now).toMatchObject({ status: 'active', failures: 0, failingSince: null });
      } finally {
        await database.close();
      }
    });
  });
});
