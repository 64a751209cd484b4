import { describe, expect, it } from '@jest/globals';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { ClaimedDelivery } from '../../services/notifications/deliveries/delivery.ts';
import type { Destination } from '../../services/notifications/destinations/destination.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { forEachEngine } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { promise } from '../support/promise.ts';
import {
  aDestination,
  DAY,
  ended,
  eventsIn,
  passTime,
  projectId,
  replica,
  rules,
  stateOf,
} from './notifications_replica.ts';
import { notificationsStage } from './notifications_stage.ts';

type World = ReturnType<typeof replica> & { db: Db; destination: Destination; id: string };

forEachEngine((engine) => {
  /** A destination with one pending delivery. */
  async function inWorld(test: (world: World) => Promise<void>): Promise<void> {
    const database = await engine.open(migrations);
    try {
      const one = replica(database.db);
      const destination = aDestination();
      await one.stores.destinations.insert(destination);
      const [id = ''] = await one.add(destination, 1);
      await test({ ...one, db: database.db, destination, id });
    } finally {
      await database.close();
    }
  }

  const claimed = async ({ claimAll }: World) => (await claimAll())[0] as ClaimedDelivery;
  const eventsOf = async ({ db }: World, type: string) =>
    (await eventsIn(db, type)).map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);

  async function delivered(world: World): Promise<void> {
    await world.record([ended(await claimed(world), 200)]);
    expect(await stateOf(world.db, world.id)).toMatchObject({ state: 'delivered' });
  }

  async function refusedForGood(world: World): Promise<void> {
    await world.stores.destinations.clearFailures(projectId, world.destination.id);
    for (const gap of rules.gaps) {
      await passTime(world.db, Math.max(1.2 * gap, 60_001));
      await world.record([ended(await claimed(world), 500)]);
    }
    expect(await stateOf(world.db, world.id)).toMatchObject({ state: 'held', attempt: rules.gaps.length });
  }

  describe('a delivery that is sent again', () => {
    it('is the same row: the same id and body, due at once, with its attempt count reset', () =>
      inWorld(async (world) => {
        await delivered(world);
        expect(await world.claimAll()).toEqual([]);
        expect(await world.resend(world.id)).toMatchObject({ id: world.id, state: 'pending', attemptCount: 0 });
        const again = await claimed(world);
        expect(again).toMatchObject({ id: world.id, sourceId: world.id, attempt: 0, fence: 2 });
        await world.record([ended(again, 200)]);
        expect(await stateOf(world.db, world.id)).toMatchObject({ state: 'delivered', attempt: 1, last_error: null });
        const attempts = await world.stores.deliveryViews.attempts(projectId, world.id);
        expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
          [1, 200],
          [1, 200],
        ]);
        expect(await eventsOf(world, 'notifications.audited')).toMatchObject([
          { action: 'delivery.resent', targetId: world.id, actor: 'api-key:one' },
        ]);
      }));

    it('does not wait for its next attempt, and shows its attempts in their order', () =>
      inWorld(async (world) => {
        for (const status of [500, 500]) {
          await world.record([ended(await claimed(world), status)]);
          await passTime(world.db, status === 500 ? 6_000 : 0);
        }
        expect(await world.claimAll()).toEqual([]);
        await world.resend(world.id);
        const again = await claimed(world);
        expect(again).toMatchObject({ attempt: 0 });
        await world.record([ended(again, 503)]);
        const attempts = await world.stores.deliveryViews.attempts(projectId, world.id);
        expect(attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
          [1, 500],
          [2, 500],
          [1, 503],
        ]);
      }));

    promise('is refused while a worker sends it, and the worker keeps it', { without: 'resendLeased' }, () =>
      inWorld(async (world) => {
        const running = await claimed(world);
        await expect(world.resend(world.id)).rejects.toMatchObject({
          kind: 'conflict',
          detail: 'This message is being sent now.',
        });
        expect(await world.claimAll()).toEqual([]);
        expect(await world.record([ended(running, 200)])).toMatchObject({ lost: 0 });
      }),
    );

    it('is sent once more when several ask for it at the same time', () =>
      inWorld(async (world) => {
        await delivered(world);
        const asked = await Promise.allSettled(Array.from({ length: 5 }, () => world.resend(world.id)));
        expect(asked.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
        for (const one of asked)
          if (one.status === 'rejected') expect(one.reason).toMatchObject({ kind: 'conflict', retryable: true });
        await world.record([ended(await claimed(world), 200)]);
        expect(await world.claimAll()).toEqual([]);
      }));

    it('leaves the held ones, and reads is told that it is released', () =>
      inWorld(async (world) => {
        await refusedForGood(world);
        expect(await world.db('holds').pluck('delivery_id')).toEqual([world.id]);
        await world.resend(world.id);
        expect(await world.db('holds').pluck('delivery_id')).toEqual([]);
        const told = { messageIds: [world.id] };
        expect(await eventsOf(world, 'read.messages.held')).toEqual([
          { ...told, isHeld: true, seq: 1 },
          { ...told, isHeld: false, seq: 2 },
        ]);
        await passTime(world.db, 60_001); // its breaker is open: one probe a minute
        await world.record([ended(await claimed(world), 410)]);
        expect((await eventsOf(world, 'read.messages.held')).at(-1)).toEqual({ ...told, isHeld: true, seq: 3 });
      }));

    promise('stays delivered when it was delivered and fails for good now', { without: 'resentEnds' }, () =>
      inWorld(async (world) => {
        await delivered(world);
        await world.resend(world.id);
        await refusedForGood(world);
        await passTime(world.db, 15 * DAY);
        await world.db('holds').update({ create_time: 1 });
        expect(await world.expire()).toBe(false);
        expect(await stateOf(world.db, world.id)).toMatchObject({ state: 'delivered', last_error: 'status 500' });
        expect(await eventsOf(world, 'read.messages.settled')).toEqual([
          { messageIds: [world.id], delivered: 1, failed: 0 },
        ]);
      }),
    );

    it('stays delivered when its body or its destination goes meanwhile', () =>
      inWorld(async (world) => {
        await delivered(world);
        await world.resend(world.id);
        await world.record([ended(await claimed(world), 0, { result: 'bodyDeleted', error: 'gone' })]);
        expect(await stateOf(world.db, world.id)).toMatchObject({ state: 'delivered', last_error: 'gone' });
        await world.resend(world.id);
        const { id: destinationId } = world.destination;
        await world.stores.closings.put({ destinationId, projectId, finalState: 'cancelled', createTime: 1 });
        await world.close();
        expect(await stateOf(world.db, world.id)).toMatchObject({ state: 'delivered', last_error: 'destination' });
      }));

    it('becomes undelivered again when it never was delivered', () =>
      inWorld(async (world) => {
        await refusedForGood(world);
        await world.expire();
        expect(await stateOf(world.db, world.id)).toMatchObject({ state: 'undelivered' });
        await world.resend(world.id);
        await refusedForGood(world);
        await world.expire();
        expect(await stateOf(world.db, world.id)).toMatchObject({ state: 'undelivered' });
      }));

    it('is refused when its destination takes nothing, and says what to do', () =>
      inWorld(async (world) => {
        const { stores, destination, id } = world;
        await delivered(world);
        await stores.destinations.disable(projectId, destination.id, {
          updateTime: 1,
          reason: 'requested',
          probeAfterMs: null,
        });
        await expect(world.resend(id)).rejects.toMatchObject({
          kind: 'conflict',
          detail: `The destination ${destination.name} is disabled.`,
          extras: { remedy: expect.stringContaining('to active') },
        });
        await stores.destinations.delete(projectId, destination.id);
        await stores.deletedDestinations.add(destination);
        await expect(world.resend(id)).rejects.toMatchObject({
          kind: 'conflict',
          detail: `The destination ${destination.name} of this message was deleted.`,
        });
        const held = { id: newId(), projectId, destinationId: '', destinationName: 'later', lastError: null };
        await stores.deliveries.insert([{ ...held, source: 'read', sourceId: held.id, state: 'held', createTime: 1 }]);
        await expect(world.resend(held.id)).rejects.toMatchObject({
          kind: 'conflict',
          detail: 'No destination has the name later, for which this message is held.',
        });
      }));

    it('is refused when its body is gone, and when it is of another project', () =>
      inWorld(async (world) => {
        await delivered(world);
        world.deleted.add(world.id);
        await expect(world.resend(world.id)).rejects.toMatchObject({
          kind: 'gone',
          detail: expect.stringMatching(/^This delivery is delivered since \d{4}-.*its retention ended/),
        });
        expect(await stateOf(world.db, world.id)).toMatchObject({ state: 'delivered' });
        await expect(world.resend(world.id, newId())).rejects.toMatchObject({ kind: 'notFound' });
        await expect(world.resend(newId())).rejects.toMatchObject({ kind: 'notFound' });
      }));
  });

  describe('a resend while reads is unavailable', () => {
    const { service } = notificationsStage();
    it('says so, and changes nothing', async () => {
      const {
        addDestination,
        addPage,
        client,
        call,
        projectId: project,
      } = await service(engine, {
        CAUSEWAY_READS_ADDRESS: '127.0.0.1:9',
      });
      await addDestination('main', 'http://127.0.0.1:9/hook');
      const [deliveryId = ''] = await addPage('main', 1);
      const asked = { projectId: project, deliveryId };
      // Between two looks for its body it is pending; during one it is being sent.
      await eventually(() =>
        expect(client.resendDelivery(call(), asked)).rejects.toMatchObject({ kind: 'unavailable' }),
      );
      expect(await client.getDelivery(call(), asked)).toMatchObject({ state: 'pending', attempts: [] });
    });
  });

  describe('the test of a destination', () => {
    it('begins once a second, whoever asks, and leaves its health alone', () =>
      inWorld(async ({ db, stores, destination: { id } }) => {
        const before = await stores.destinations.find(projectId, id);
        const begin = () => stores.destinations.beginTest(projectId, id, 1_000);
        const begun = await Promise.all(Array.from({ length: 6 }, begin));
        expect(begun.filter(Boolean)).toHaveLength(1);
        await passTime(db, 1_100);
        expect([await begin(), await begin()]).toEqual([true, false]);
        expect(await stores.destinations.beginTest(newId(), id, 1_000)).toBe(false);
        expect(await stores.destinations.find(projectId, id)).toEqual(before);
      }));
  });
});
