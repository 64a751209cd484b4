import { describe, expect, it } from '@jest/globals';
import { newId } from '../../lib/ids/ids.ts';
import type { ClaimedDelivery } from '../../services/notifications/deliveries/delivery.ts';
import type { Destination } from '../../services/notifications/destinations/destination.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import { aDestination, DAY, ended, eventsIn, projectId, replica } from '../contract/notifications_replica.ts';
import { forEachEngine, type TestEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

type Replica = ReturnType<typeof replica>;

forEachEngine((engine) => {
  describe('L3: held messages', () => {
    promise(
      'are released in the order of their sequence, each with its attempt count reset',
      { without: 'releaseOrder' },
      async () => {
        await opened(engine, async ({ db, own }) => {
          const destination = await disabled(own);
          const ids = await addSequences(own, destination, shuffled(1, 450));
          await activate(own, destination);
          await all(own.releaseHolds);
          const order: string[] = [];
          for (let claimed = await own.claimAll(); claimed.length > 0; claimed = await own.claimAll()) {
            expect(claimed.every(({ attempt }) => attempt === 0)).toBe(true);
            order.push(...claimed.map(({ id }) => id).toSorted(bySequence(ids)));
            await own.record(claimed.map((delivery) => ended(delivery, 200)));
          }
          expect(order.map((id) => ids.get(id))).toEqual(Array.from({ length: 450 }, (_, i) => i + 1));
          expect(await db('holds').pluck('delivery_id')).toEqual([]);
        });
      },
    );

    promise(
      'are what was waiting when their destination is disabled, and what was running and returns',
      { without: 'hold' },
      async () => {
        const database = await engine.open(migrations);
        try {
          const { stores, add, claimAll, record, release, close } = replica(database.db);
          const destination = aDestination();
          await stores.destinations.insert(destination);
          await add(destination, 300);
          const [first, ...underWay] = await claimAll();
          await record([ended(first as ClaimedDelivery, 410)]);
          expect(await close()).toBe(true);
          await close();
          expect(await stores.closings.list(5)).toHaveLength(1);
          await release(underWay, 0);
          while ((await stores.closings.list(5)).length > 0) await close();
          const states = await database.db('deliveries').distinct('state').pluck('state');
          expect(states).toEqual(['held']);
          expect(await eventsIn(database.db, 'read.messages.settled')).toEqual([]);
          const told = (await eventsIn(database.db, 'read.messages.held')).flatMap(
            ({ payload }) => JSON.parse(payload).messageIds,
          );
          expect(new Set(told).size).toBe(300);
        } finally {
          await database.close();
        }
      },
    );

    it('wait while their destination is disabled, and after it is disabled again in a release', async () => {
      await opened(engine, async ({ db, own }) => {
        const destination = await disabled(own);
        await addSequences(own, destination, shuffled(1, 300));
        await own.releaseHolds();
        expect(await own.claimAll()).toEqual([]);
        await activate(own, destination);
        expect(await own.releaseHolds()).toBe(true);
        const [first] = await own.claimAll();
        await own.record([ended(first as ClaimedDelivery, 410)]);
        while ((await own.stores.closings.list(5)).length > 0 && (await own.close()));
        expect(await own.releaseHolds()).toBe(false);
        const states = await db('deliveries').distinct('state').orderBy('state').pluck('state');
        expect(states).toEqual(['held', 'leased']);
      });
    });

    it('are released after their last attempt only by a change of the destination', async () => {
      await opened(engine, async ({ own, db }) => {
        const destination = aDestination();
        await own.stores.destinations.insert(destination);
        const [id = ''] = await own.add(destination, 1);
        await activate(own, destination);
        const [delivery] = await own.claimAll();
        await own.record([ended({ ...(delivery as ClaimedDelivery), attempt: 9 }, 500)]);
        expect(await db('holds').select('delivery_id')).toEqual([{ delivery_id: id }]);
        await own.releaseHolds();
        expect(await db('holds').select('delivery_id')).toEqual([{ delivery_id: id }]);
        await activate(own, destination);
        await own.releaseHolds();
        expect(await db('deliveries').where({ id }).first('state', 'attempt')).toEqual({
          state: 'pending',
          attempt: 0,
        });
      });
    });

    it('F3: become undelivered when their retention ends, and notifications lost', async () => {
      await opened(engine, async ({ own, db }) => {
        const destination = await disabled(own);
        const old = await addSequences(own, destination, [1, 2]);
        const note = { source: 'notification' as const, createTime: Date.now() - 15 * DAY };
        const [noteId] = await addSequences(own, destination, [3], note).then((ids) => [...ids.keys()]);
        const [young] = await addSequences(own, destination, [4], { createTime: Date.now() }).then((m) => [
          ...m.keys(),
        ]);
        await own.expire();
        const states = await db('deliveries').orderBy('order_number').select('id', 'state');
        expect(states).toEqual([
          ...[...old.keys()].map((id) => ({ id, state: 'undelivered' })),
          { id: noteId, state: 'lost' },
          { id: young, state: 'held' },
        ]);
        const [told, ...others] = await eventsIn(db, 'read.messages.settled');
        expect(others).toEqual([]);
        expect(JSON.parse(told?.payload ?? '')).toEqual({ messageIds: [...old.keys()], delivered: 0, failed: 2 });
      });
    });

    it('end with their destination when it is deleted', async () => {
      await opened(engine, async ({ own, db }) => {
        const destination = await disabled(own);
        const ids = [...(await addSequences(own, destination, [1, 2, 3])).keys()];
        await own.stores.destinations.delete(projectId, destination.id);
        await own.stores.closings.put({
          destinationId: destination.id,
          projectId,
          finalState: 'cancelled',
          createTime: 1,
        });
        while ((await own.stores.closings.list(5)).length > 0) await own.close();
        expect(await db('deliveries').distinct('state').pluck('state')).toEqual(['cancelled']);
        const told = (await eventsIn(db, 'read.messages.settled')).flatMap(({ payload }) => JSON.parse(payload));
        expect(told.flatMap(({ messageIds }) => messageIds).toSorted()).toEqual(ids.toSorted());
      });
    });

    it('have destinations that every service knows: older ones are announced once', async () => {
      await opened(engine, async ({ own, db }) => {
        const destination = await disabled(own);
        await db('destinations').update({ is_announced: false });
        await own.announce();
        await own.announce();
        const told = (await eventsIn(db, 'destination.saved')).map(({ payload }) => JSON.parse(payload));
        expect(told).toEqual([
          { destinationId: destination.id, name: destination.name, formerNames: [], status: 'disabled' },
        ]);
      });
    });
  });
});

async function opened(
  engine: TestEngine,
  work: (opened: { db: Awaited<ReturnType<TestEngine['open']>>['db']; own: Replica }) => Promise<void>,
): Promise<void> {
  const database = await engine.open(migrations);
  try {
    await work({ db: database.db, own: replica(database.db) });
  } finally {
    await database.close();
  }
}

async function disabled({ stores }: Replica): Promise<Destination> {
  const destination = aDestination({ status: 'disabled' });
  await stores.destinations.insert(destination);
  return destination;
}

/** As a change of the destination does. */
async function activate({ stores }: Replica, { id }: Destination): Promise<void> {
  await stores.destinations.update(projectId, id, { status: 'active', updateTime: 1 });
  await stores.releases.put({ destinationId: id, projectId });
}

/** Held messages with these sequences, in this order; returns the sequences by id. */
async function addSequences(
  { stores }: Replica,
  destination: Destination,
  sequences: number[],
  over: { source?: 'read' | 'notification'; createTime?: number } = {},
): Promise<Map<string, number>> {
  const ids = new Map(sequences.map((sequence) => [newId(), sequence]));
  await stores.deliveries.insert(
    [...ids].map(([id, orderNumber]) => ({
      id,
      projectId,
      destinationId: destination.id,
      source: 'read' as const,
      sourceId: id,
      state: 'held' as const,
      lastError: 'destination',
      orderNumber,
      createTime: 1,
      ...over,
    })),
  );
  return ids;
}

function shuffled(from: number, to: number): number[] {
  const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return numbers.map((number, i) => numbers[(i * 7 + 3) % numbers.length] ?? number);
}

/** A claim leases the next deliveries in order, but returns them in any order. */
function bySequence(ids: Map<string, number>) {
  return (one: string, other: string) => (ids.get(one) ?? 0) - (ids.get(other) ?? 0);
}

async function all(step: () => Promise<boolean>): Promise<void> {
  while (await step());
}
