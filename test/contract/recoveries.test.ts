import { afterEach, describe, expect, it } from '@jest/globals';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import type { ClaimedDelivery, DeliveryState } from '../../services/notifications/deliveries/delivery.ts';
import type { Destination } from '../../services/notifications/destinations/destination.ts';
import { migrations } from '../../services/notifications/migrations/migrations.ts';
import type { Recovery } from '../../services/notifications/recoveries/recovery.ts';
import { forEachEngine } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { promise } from '../support/promise.ts';
import { aDestination, DAY, ended, eventsIn, projectId, replica, rules, stateOf } from './notifications_replica.ts';
import { notificationsStage } from './notifications_stage.ts';

const { receiver, service } = notificationsStage();

forEachEngine((engine) => {
  describe('a recovery of a destination', () => {
    const suite = engine.suiteDatabase(migrations);
    afterEach(async () => {
      for (const table of ['deliveries', 'attempts', 'holds', 'destinations', 'recoveries', 'outbox', 'outbox_acks'])
        await suite()(table).del();
    });

    async function world() {
      const db: Db = suite();
      const one = replica(db);
      const destination = aDestination();
      await one.stores.destinations.insert(destination);
      return { db, ...one, destination };
    }

    /** Deliveries in this state, made one after the other. */
    async function made(
      { db, stores }: { db: Db; stores: ReturnType<typeof replica>['stores'] },
      destination: Destination,
      states: readonly DeliveryState[],
      createTime: (n: number) => number = (n) => 1_000 + n,
    ): Promise<string[]> {
      const ids = states.map(() => newId());
      for (const [n, id] of ids.entries()) {
        const state = states[n] === 'held' || states[n] === 'undelivered' ? 'held' : 'pending';
        const about = {
          projectId,
          destinationId: destination.id,
          source: 'read' as const,
          sourceId: id,
          state,
        } as const;
        await stores.deliveries.insert([{ ...about, id, lastError: null, orderNumber: n, createTime: createTime(n) }]);
        if (states[n] === 'held' || states[n] === 'pending') continue;
        await db('holds').where({ delivery_id: id }).del();
        await db('deliveries')
          .where({ id })
          .update({ state: states[n] as string, attempt: 3 });
      }
      return ids;
    }

    const start = (world: { startRecovery: ReturnType<typeof replica>['startRecovery'] }, of: Destination, until = 0) =>
      world.startRecovery({ projectId, idOrName: of.name, since: 1_000, until });

    const now = async (
      { stores }: { stores: ReturnType<typeof replica>['stores'] },
      { destinationId, id }: Recovery,
    ): Promise<Recovery> => (await stores.recoveries.find(projectId, destinationId, id)) as Recovery;

    async function work({ recover }: { recover(): Promise<boolean> }, rounds = 50): Promise<void> {
      for (let n = 0; n < rounds && (await recover()); n += 1);
    }

    it('sends again what is held, failed, undelivered or waits, in order, and counts what is lost or cancelled', async () => {
      const w = await world();
      const [first = ''] = await made(w, w.destination, ['pending'], () => 1_001);
      const [claimed] = await w.claimAll();
      await w.record([ended(claimed as ClaimedDelivery, 500)]);
      await w.record([ended((await w.claimAll())[0] ?? (claimed as ClaimedDelivery), 500)]);
      const ids = await made(
        w,
        w.destination,
        ['failed', 'lost', 'held', 'undelivered', 'cancelled', 'delivered'],
        (n) => 1_002 + n,
      );
      const [early = '', late = ''] = await made(w, w.destination, ['held', 'held'], (n) => (n === 0 ? 999 : 5_000));
      const recovery = await start(w, w.destination, 5_000);
      await work(w);
      expect(await now(w, recovery)).toMatchObject({
        state: 'finished',
        found: 6,
        released: 4,
        withoutBody: 2,
        delivered: 0,
        endTime: expect.any(Number),
      });
      const due = await w.claimAll();
      const [failed, lost = '', held, undelivered, cancelled = ''] = ids;
      expect(due.map(({ id }) => id)).toEqual([first, failed, held, undelivered]);
      expect(due.every(({ attempt }) => attempt === 0)).toBe(true);
      for (const [id, state] of [
        [early, 'held'],
        [late, 'held'],
        [lost, 'lost'],
        [cancelled, 'cancelled'],
      ] as const)
        expect(await stateOf(w.db, id)).toMatchObject({ state });
      expect(await w.db('holds').orderBy('create_time').pluck('delivery_id')).toEqual([early, late]);
    });

    promise(
      'stores its position with each batch: what fails again meanwhile is released once',
      { without: 'recoveryPosition' },
      async () => {
        const w = await world();
        const states = Array.from({ length: 450 }, () => 'held' as const);
        await made(w, w.destination, states);
        const recovery = await start(w, w.destination);
        for (let n = 0; n < 6 && (await w.recover()); n += 1) {
          await w.db('deliveries').where({ state: 'pending' }).update({ state: 'failed' });
        }
        const { state, found, released } = await now(w, recovery);
        expect({ state, found, released }).toEqual({ state: 'finished', found: 450, released: 450 });
      },
    );

    it('says with the next number that a message is released, also after its hold had ended', async () => {
      const w = await world();
      const [held = '', undelivered = ''] = await made(w, w.destination, ['held', 'undelivered']);
      await start(w, w.destination);
      await work(w);
      const told = (await eventsIn(w.db, 'read.messages.held')).map(({ payload }) => JSON.parse(payload));
      expect(told).toContainEqual({ messageIds: [held], isHeld: false, seq: 2 });
      expect(await w.db('deliveries').whereIn('id', [held, undelivered]).pluck('hold_seq')).toEqual([2, 2]);
    });

    it('counts what arrives, and what had no body when it was its turn', async () => {
      const w = await world();
      await made(w, w.destination, ['failed', 'undelivered', 'held']);
      const recovery = await start(w, w.destination);
      await work(w);
      const [one, two, three] = await w.claimAll();
      await w.record([ended(one as ClaimedDelivery, 200)]);
      await w.record([
        ended(two as ClaimedDelivery, 200, { result: 'bodyDeleted', status: 0, error: 'gone' }),
        ended(three as ClaimedDelivery, 500),
      ]);
      expect(await now(w, recovery)).toMatchObject({ found: 3, released: 2, delivered: 1, withoutBody: 1 });
      expect(await stateOf(w.db, (two as ClaimedDelivery).id)).toMatchObject({ state: 'failed', last_error: 'gone' });
    });

    it('runs once per destination, in one batch at a time, however many replicas there are', async () => {
      const w = await world();
      await made(
        w,
        w.destination,
        Array.from({ length: 410 }, () => 'failed' as const),
      );
      const recovery = await start(w, w.destination);
      await expect(start(w, w.destination)).rejects.toMatchObject({
        kind: 'conflict',
        detail: expect.stringContaining(recovery.id),
      });
      for (let n = 0; n < 3; n += 1) await Promise.all([w.recover(), w.recover(), w.recover()]);
      expect(await now(w, recovery)).toMatchObject({ state: 'finished', found: 410, released: 410 });
      const times = await w.db('deliveries').where({ destination_id: w.destination.id }).pluck('next_time');
      expect(new Set(times).size).toBe(410);
      await start(w, w.destination);
    });

    it('is cancelled by a request, or with its destination, and can be cancelled again', async () => {
      const w = await world();
      const of = { projectId, idOrName: w.destination.id };
      const [id = ''] = await made(w, w.destination, ['failed']);
      const first = await start(w, w.destination);
      const by = { principal: 'api-key:k' };
      for (let n = 0; n < 2; n += 1)
        expect(await w.cancelRecovery({ ...of, id: first.id }, by)).toMatchObject({ state: 'cancelled' });
      const entries = (await eventsIn(w.db, 'notifications.audited')).map(({ payload }) => JSON.parse(payload));
      const about = { targetId: first.id, targetName: w.destination.name, fields: [] };
      expect(entries).toEqual([{ actor: 'api-key:k', action: 'recovery.cancelled', ...about }]);
      await work(w);
      expect(await stateOf(w.db, id)).toMatchObject({ state: 'failed' });
      const second = await start(w, w.destination);
      await w.stores.destinations.disable(projectId, w.destination.id, {
        updateTime: 9_000,
        reason: 'requested',
        probeAfterMs: null,
      });
      await work(w);
      expect(await now(w, second)).toMatchObject({ state: 'cancelled', found: 0 });
      await expect(start(w, w.destination)).rejects.toMatchObject({
        kind: 'conflict',
        extras: { remedy: expect.stringContaining('PATCH') },
      });
      expect(await stateOf(w.db, id)).toMatchObject({ state: 'failed' });
    });

    /** The last attempt of a message is under way. */
    async function lastAttempt(w: Awaited<ReturnType<typeof world>>) {
      const [id = ''] = await made(w, w.destination, ['pending']);
      await w
        .db('deliveries')
        .where({ id })
        .update({ attempt: rules.gaps.length - 1 });
      const [claimed] = await w.claimAll();
      return claimed as ClaimedDelivery;
    }
    const fails = (claimed: ClaimedDelivery) => ended(claimed, 500, { startTime: Date.now() });

    promise(
      'leaves no message behind whose last attempt is under way when it passes: it is due at once, once',
      { without: 'passedOver' },
      async () => {
        const w = await world();
        const claimed = await lastAttempt(w);
        const recovery = await start(w, w.destination);
        await work(w);
        expect(await now(w, recovery)).toMatchObject({ state: 'finished', found: 0 });
        await w.record([fails(claimed)]);
        expect(await stateOf(w.db, claimed.id)).toMatchObject({ state: 'pending', attempt: 0 });
        expect(await now(w, recovery)).toMatchObject({ found: 1, released: 1, delivered: 0 });
        // What was sent before says nothing about the destination that is mended.
        expect(await w.stores.destinations.find(projectId, w.destination.id)).toMatchObject({ failures: 0 });
        await w.db('deliveries').update({ attempt: rules.gaps.length - 1 });
        const [again] = await w.claimAll();
        await w.record([fails(again as ClaimedDelivery)]);
        expect(await stateOf(w.db, claimed.id)).toMatchObject({ state: 'held' });
        expect(await now(w, recovery)).toMatchObject({ found: 1, released: 1 });
        await start(w, w.destination);
        await work(w);
        await w.record([ended((await w.claimAll())[0] as ClaimedDelivery, 200)]);
        expect(await stateOf(w.db, claimed.id)).toMatchObject({ state: 'delivered' });
      },
    );

    it('does not release the failed attempts of what is not in its span, or after it was cancelled', async () => {
      const w = await world();
      const outside = await lastAttempt(w);
      await w.startRecovery({ projectId, idOrName: w.destination.name, since: 1_001, until: 0 });
      await work(w);
      await w.record([fails(outside)]);
      expect(await stateOf(w.db, outside.id)).toMatchObject({ state: 'held' });
      const inside = await lastAttempt(w);
      const { id } = await start(w, w.destination);
      await w.cancelRecovery({ projectId, idOrName: w.destination.name, id });
      await w.record([fails(inside)]);
      expect(await stateOf(w.db, inside.id)).toMatchObject({ state: 'held' });
    });

    promise(
      'gives a message that is due for its last attempt its attempt count reset',
      { without: 'passedOverDue' },
      async () => {
        const w = await world();
        const [tried = '', fresh = ''] = await made(w, w.destination, ['pending', 'pending']);
        await w.db('deliveries').where({ id: tried }).update({ attempt: 9 });
        const recovery = await start(w, w.destination);
        await work(w);
        expect(await now(w, recovery)).toMatchObject({ found: 1, released: 1 });
        expect((await w.claimAll()).map(({ id, attempt }) => [id, attempt])).toEqual([
          [tried, 0],
          [fresh, 0],
        ]);
      },
    );

    it('lets a suspended destination be tried at once, whose failures still count', async () => {
      const w = await world();
      const { projectId: of, id } = w.destination;
      const spared = { failures: 9, failingSince: 1, openUntil: Date.now() + 60_000 };
      await w.stores.destinations.saveHealth(of, id, spared);
      const [held] = await made(w, w.destination, ['held', 'held']);
      await start(w, w.destination);
      await work(w);
      expect(await w.stores.destinations.find(of, id)).toMatchObject({ ...spared, openUntil: null });
      expect((await w.claimAll())[0]?.id).toBe(held);
    });

    it('is not cancelled when it is finished, and needs a span with some time in it', async () => {
      const w = await world();
      const recovery = await start(w, w.destination);
      await work(w);
      const of = { projectId, idOrName: w.destination.id, id: recovery.id };
      expect(await w.cancelRecovery(of)).toMatchObject({ state: 'finished' });
      await expect(start(w, w.destination, 1_000)).rejects.toMatchObject({ kind: 'invalidArgument' });
      await expect(w.cancelRecovery({ ...of, id: newId() })).rejects.toMatchObject({ kind: 'notFound' });
    });

    it('is deleted 30 days after its end, and not while it is running', async () => {
      const w = await world();
      const recovery = await start(w, w.destination);
      await work(w);
      const other = await start(w, w.destination);
      await w.db('recoveries').whereIn('id', [recovery.id, other.id]).update({ create_time: 1 });
      await w
        .db('recoveries')
        .where({ id: recovery.id })
        .update({ end_time: Date.now() - 29 * DAY });
      await w.purge();
      expect(await now(w, recovery)).toBeDefined();
      await w
        .db('recoveries')
        .where({ id: recovery.id })
        .update({ end_time: Date.now() - 31 * DAY });
      await w.purge();
      expect(await now(w, recovery)).toBeUndefined();
      expect(await now(w, other)).toMatchObject({ state: 'running' });
    });

    it('brings after an outage what the receiver refused, with the same ids, in their order', async () => {
      let isMended = false;
      const hook = await receiver({ respond: () => (isMended ? 200 : 500) });
      const {
        addDestination,
        addPage,
        client,
        call,
        projectId: id,
        settled,
        held,
        bodies,
      } = await service(engine, {
        CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS: '0,10',
        CAUSEWAY_NOTIFICATIONS_BREAKER_FAILURES: '1000',
      });
      await addDestination('hooks', hook.url);
      const since = Date.now() - 1;
      const ids = [...(await addPage('hooks', 3)), ...(await addPage('hooks', 3))];
      await eventually(async () => expect(held().toSorted()).toEqual(ids.toSorted()), 20_000);
      bodies.delete(ids[1] ?? '');
      isMended = true;
      const of = { projectId: id, destinationIdOrName: 'hooks' };
      const { id: recoveryId = '' } = await client.startRecovery(call(), { ...of, since });
      await eventually(async () => expect(settled().toSorted()).toEqual(ids.toSorted()), 20_000);
      const recovery = () => client.getRecovery(call(), { ...of, recoveryId });
      await eventually(async () =>
        expect(await recovery()).toMatchObject({
          state: 'finished',
          found: 6,
          released: 5,
          delivered: 5,
          withoutBody: 1,
        }),
      );
      expect(held()).toEqual([]);
      const arrived = hook.messages.filter(({ status }) => status === 200).map((one) => one.id);
      expect(arrived.toSorted()).toEqual(ids.filter((one) => one !== ids[1]).toSorted());
      const { recoveries } = await client.listRecoveries(call(), of);
      expect(recoveries.map((one) => one.id)).toEqual([recoveryId]);
    });
  });
});
