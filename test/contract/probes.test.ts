import { describe, expect, it } from '@jest/globals';
import { readNow } from '../../lib/db/now.ts';
import type { Db } from '../../lib/db/open.ts';
import type { ClaimedDelivery } from '../../services/notifications/deliveries/delivery.ts';
import type { Destination } from '../../services/notifications/destinations/destination.ts';
import { healthOf } from '../../services/notifications/destinations/destination_health.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';
import { aDestination, ended, eventsIn, HOUR, passTime, projectId, replica, stateOf } from './notifications_replica.ts';

const MINUTE = 60_000;

type World = ReturnType<typeof replica> & {
  db: Db;
  /** Of other replicas; each has a clock of its own. */
  replicas: Db[];
  destination: Destination;
  /** The held messages, in their order. */
  ids: string[];
  shown(): Promise<Destination>;
  /** Probes once, with this answer; the ids of the messages that were sent. */
  sentWith(status: number): Promise<string[]>;
};

forEachEngine((engine) => {
  /** A destination that failures disabled, with four held messages whose order is not the order of their ids. */
  async function inWorld(test: (world: World) => Promise<void>): Promise<void> {
    const database = await engine.open(migrations);
    try {
      const { db } = database;
      const one = replica(db);
      const destination = aDestination({ failures: 1, failingSince: (await readNow(db)) - 121 * HOUR });
      await one.stores.destinations.insert(destination);
      const ids = (await one.add(destination, 4)).toReversed();
      for (const [at, id] of ids.entries())
        await db('deliveries')
          .where({ id })
          .update({ order_number: at + 1 });
      const claimed = await one.claimAll(2);
      await one.record(claimed.map((delivery) => ended(delivery, 500)));
      while ((await one.close()) || (await one.stores.closings.list(1)).length > 0);
      expect(await db('holds').select('delivery_id')).toHaveLength(4);
      await test({
        ...one,
        db,
        replicas: Array.from({ length: 4 }, () => database.replica({ poolSize: 3 })),
        destination,
        ids,
        shown: async () => (await one.stores.destinations.find(projectId, destination.id)) as Destination,
        async sentWith(status) {
          const sent: string[] = [];
          await one.probe((id) => {
            sent.push(id);
            return status;
          });
          return sent;
        },
      });
    } finally {
      await database.close();
    }
  }

  const wait = async ({ db, shown }: World) =>
    Math.round((((await shown()).nextProbeTime ?? 0) - (await readNow(db))) / MINUTE);
  const eventsOf = async ({ db }: World, type: string) =>
    (await eventsIn(db, type)).map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);

  describe('the probe of a destination that failures disabled', () => {
    it('sends the oldest held message, at gaps that grow up to an hour, and the message stays held', () =>
      inWorld(async (world) => {
        expect(await world.sentWith(500)).toEqual([]);
        for (const [minutes, next] of [
          [5, 10],
          [10, 20],
          [20, 40],
          [40, 60],
          [60, 60],
          [60, 60],
        ] as const) {
          expect(await wait(world)).toBe(minutes);
          await passTime(world.db, minutes * MINUTE - 5_000);
          expect(await world.sentWith(503)).toEqual([]);
          await passTime(world.db, 6_000);
          expect(await world.sentWith(503)).toEqual([world.ids[0]]);
          expect(await wait(world)).toBe(next);
        }
        expect(await world.shown()).toMatchObject({ status: 'disabled', disabledReason: 'failures', lastStatus: 503 });
        expect(healthOf(await world.shown(), 0)).toMatchObject({ nextProbeTime: expect.any(Number) });
        expect(await stateOf(world.db, world.ids[0] ?? '')).toMatchObject({ state: 'held', last_error: 'status 503' });
        const attempts = await world.stores.deliveryViews.attempts(projectId, world.ids[0] ?? '');
        expect(attempts.filter(({ status }) => status === 503)).toHaveLength(6);
        expect(await world.db('holds').select('delivery_id')).toHaveLength(4);
      }));

    promise('is claimed by one of several replicas', { without: 'probedTwice' }, () =>
      inWorld(async (world) => {
        const workers = world.replicas.map((db) => replica(db));
        for (let run = 0; run < 5; run += 1) {
          for (const db of [world.db, ...world.replicas]) await passTime(db, 2 * HOUR);
          const [due] = await world.stores.probes.listDue(['webhook'], 5);
          const claims = workers.map(({ stores }) => stores.probes.claim(due as Destination, 45_000));
          expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
          expect(await world.stores.probes.listDue(['webhook'], 5)).toEqual([]);
        }
      }),
    );

    promise(
      'activates the destination when it succeeds, and what is held follows in its order',
      { without: 'probeActivates' },
      () =>
        inWorld(async (world) => {
          const { db, destination, ids } = world;
          await passTime(db, 6 * MINUTE);
          expect(await world.sentWith(500)).toHaveLength(1);
          await passTime(db, 11 * MINUTE);
          expect(await world.sentWith(200)).toEqual([ids[0]]);
          expect(await world.shown()).toMatchObject({
            status: 'active',
            disabledReason: null,
            disabledTime: null,
            nextProbeTime: null,
            probeStep: 0,
            failures: 0,
            failingSince: null,
          });
          const [first] = await db('deliveries').where({ id: ids[0] }).select('state', 'hold_seq', 'last_error');
          expect(first).toEqual({ state: 'delivered', hold_seq: 2, last_error: null });
          while (await world.releaseHolds());
          const claimed = [];
          for (const delivery of await world.claimAll()) {
            claimed.push(delivery.id);
            await world.record([ended(delivery, 200)]);
          }
          expect(claimed).toEqual(ids.slice(1));
          expect(await db('holds').select('delivery_id')).toEqual([]);
          const settled = (await eventsOf(world, 'read.messages.settled')).flatMap(({ messageIds }) => messageIds);
          expect(settled).toEqual(ids);
          expect(await eventsOf(world, 'destination.webhook.enabled')).toMatchObject([
            { destinationId: destination.id, destinationName: destination.name },
          ]);
          expect((await eventsOf(world, 'destination.saved')).map(({ status }) => status)).toEqual([
            'disabled',
            'active',
          ]);
          expect(await eventsOf(world, 'notifications.audited')).toMatchObject([
            { action: 'destination.enabled', targetId: destination.id, actor: 'causeway' },
          ]);
        }),
    );

    promise('is never made of one that a person disabled', { without: 'probedRequested' }, () =>
      inWorld(async (world) => {
        await world.setStatus(world.destination, 'disabled');
        expect(await world.shown()).toMatchObject({ disabledReason: 'requested' });
        expect(healthOf(await world.shown(), 0)).toMatchObject({ nextProbeTime: null });
        await passTime(world.db, 2 * HOUR);
        expect(await world.sentWith(200)).toEqual([]);
        expect(await world.shown()).toMatchObject({ status: 'disabled' });
      }),
    );

    it('is never made again after a 410, of a probe or of an attempt that was still running', () =>
      inWorld(async (world) => {
        await passTime(world.db, 6 * MINUTE);
        expect(await world.sentWith(410)).toHaveLength(1);
        expect(await world.shown()).toMatchObject({ status: 'disabled', disabledReason: 'gone', nextProbeTime: null });
        await passTime(world.db, 2 * HOUR);
        expect(await world.sentWith(200)).toEqual([]);
        const late = aDestination({ failures: 1, failingSince: (await readNow(world.db)) - 121 * HOUR });
        await world.stores.destinations.insert(late);
        await world.add(late, 2);
        const [one, two] = (await world.claimAll()) as [ClaimedDelivery, ClaimedDelivery];
        await world.record([ended(one, 500)]);
        await world.record([ended(two, 410)]);
        expect(await world.stores.destinations.find(projectId, late.id)).toMatchObject({
          disabledReason: 'gone',
          nextProbeTime: null,
        });
        expect(await eventsOf(world, 'destination.webhook.enabled')).toEqual([]);
      }));

    it('takes the next message when the body of the oldest was deleted, and sends nothing when nothing is held', () =>
      inWorld(async (world) => {
        const { db, ids } = world;
        for (const id of ids.slice(0, 2)) world.deleted.add(id);
        await passTime(db, 6 * MINUTE);
        expect(await world.sentWith(500)).toEqual([ids[2]]);
        for (const id of ids.slice(0, 2)) expect(await stateOf(db, id)).toMatchObject({ state: 'failed' });
        expect(await eventsOf(world, 'read.messages.settled')).toMatchObject([
          { messageIds: [ids[0]], failed: 1 },
          { messageIds: [ids[1]], failed: 1 },
        ]);
        for (const id of ids) world.deleted.add(id);
        await passTime(db, 11 * MINUTE);
        expect(await world.sentWith(200)).toEqual([]);
        expect(await db('holds').select('delivery_id')).toEqual([]);
        expect(await world.shown()).toMatchObject({ status: 'disabled', probeStep: 1 });
        expect(await wait(world)).toBe(10);
      }));

    it('is made again with the same message when its process died, and no other is made meanwhile', () =>
      inWorld(async (world) => {
        await passTime(world.db, 6 * MINUTE);
        let begun = () => {};
        const sent = new Promise<void>((resolve) => (begun = resolve));
        void world.probe((id) => {
          expect(id).toBe(world.ids[0]);
          begun();
          return new Promise(() => {});
        });
        await sent;
        expect(await world.sentWith(200)).toEqual([]);
        await passTime(world.db, MINUTE);
        expect(await world.sentWith(200)).toEqual([world.ids[0]]);
        expect(await world.shown()).toMatchObject({ status: 'active' });
      }));

    it('counts for nothing when a person changed the destination meanwhile', () =>
      inWorld(async (world) => {
        await passTime(world.db, 6 * MINUTE);
        await world.probe(async () => {
          await world.setStatus(world.destination, 'disabled');
          return 200;
        });
        expect(await world.shown()).toMatchObject({ status: 'disabled', disabledReason: 'requested' });
        expect(await stateOf(world.db, world.ids[0] ?? '')).toMatchObject({ state: 'held' });
        await world.setStatus(world.destination, 'active');
        while (await world.releaseHolds());
        expect((await world.claimAll()).map(({ id }) => id)).toEqual(world.ids);
        expect(await eventsOf(world, 'destination.webhook.enabled')).toEqual([]);
      }));
  });
});
