import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { inTransaction } from '../../lib/db/transaction.ts';
import type { EventBus } from '../../lib/events/bus.ts';
import { type EventType, eventTypes } from '../../lib/events/catalog.ts';
import { createEventLeases } from '../../lib/events/direct/hand_out.ts';
import { toWireEvent } from '../../lib/events/direct/wire_event.ts';
import type { CausewayEvent } from '../../lib/events/event.ts';
import { eventMigrations } from '../../lib/events/event_migrations.ts';
import { natsBus } from '../../lib/events/nats_bus.ts';
import { outboxStore } from '../../lib/events/outbox.ts';
import { outboxQueue } from '../../lib/events/outbox_queue.ts';
import { newId } from '../../lib/ids/ids.ts';
import { stringifyJson } from '../../lib/json/json.ts';
import { silentLog as log } from '../../lib/log/log.ts';
import { systemCall } from '../../lib/rpc/call.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { Service } from '../../lib/trust/arrows.ts';
import { SERVICES } from '../../lib/trust/arrows.ts';
import { freePort } from '../../scripts/servers/free_port.ts';
import { forEachEngine } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { promise } from '../support/promise.ts';
import { sharedNats } from '../support/shared_server.ts';
import { keyedTrusts } from '../support/trust.ts';
import { type DirectWorld, exampleOf, startDirectWorld } from './direct_world.ts';

const WAIT = 60_000;
const PULL = { limit: 10, isBusUnavailable: true };
const call = () => systemCall('test', { newId, clock: systemClock }, 120_000);

forEachEngine((engine) => {
  describe('events without the bus', () => {
    const undo: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const one of undo.splice(0).toReversed()) await one();
    });

    /** `without`: the services whose NATS can't be reached; the others have a bus that works. */
    async function start(without: readonly Service[]): Promise<DirectWorld> {
      const url = `nats://127.0.0.1:${await freePort()}`;
      const prefix = `t${randomBytes(6).toString('hex')}`;
      const healthyUrl = await sharedNats();
      const trustOf = keyedTrusts();
      const busOf = (service: Service) =>
        natsBus({ url: without.includes(service) ? url : healthyUrl, log, prefix, trust: trustOf(service) });
      const buses = new Map<Service, EventBus>(SERVICES.map((service) => [service, busOf(service)]));
      undo.push(async () => void (await Promise.all([...buses.values()].map((bus) => bus.close()))));
      const world = await startDirectWorld(engine, (service) => buses.get(service) as EventBus, trustOf);
      undo.push(world.stop);
      return world;
    }

    const settled = (world: DirectWorld) => eventually(async () => expect(await world.waiting()).toBe(0), WAIT);
    const examples = () => eventTypes().flatMap((type) => [exampleOf(type), exampleOf(type), exampleOf(type)]);

    it('F8: carry each event of the catalogue once to each of its consumers while NATS is unreachable', async () => {
      const world = await start(SERVICES);
      const events = examples();
      await world.add(...events);
      await settled(world);
      expect(world.effects.toSorted()).toEqual(world.wantedEffects(events));
    });

    it.each(SERVICES)(
      'F8: does so when only %s has lost NATS',
      async (service) => {
        const world = await start([service]);
        const events = examples();
        await world.add(...events);
        await settled(world);
        expect(world.effects.toSorted()).toEqual(world.wantedEffects(events));
      },
      90_000,
    );

    const acknowledges = async (type: EventType) => {
      const world = await start(SERVICES);
      const event = exampleOf(type);
      world.failOnce(event.id);
      await world.add(event);
      await settled(world);
      expect(world.effects).toEqual(world.wantedEffects([event]));
    };
    promise('F8: acknowledges a pulled event only after its effect', { without: 'pulledAckFirst' }, () =>
      acknowledges('read.page.committed'),
    );
    promise('F8: acknowledges a pushed event only after its effect', { without: 'pushedAckFirst' }, () =>
      acknowledges('operation.changed'),
    );

    it('carries more events than fit into one request', async () => {
      const world = await start(['reads', 'notifications']);
      const events = Array.from({ length: 450 }, () => exampleOf('read.page.committed'));
      await world.add(...events);
      await settled(world);
      expect(world.effects.toSorted()).toEqual(world.wantedEffects(events));
    });

    it('answers from memory while the bus is healthy for both, and needs a key of the deployment', async () => {
      const world = await start(['notifications']);
      const client = world.clientOf('reads', 'notifications');
      await world.add(exampleOf('read.page.committed'), exampleOf('operation.changed'));
      const ask = (isBusUnavailable: boolean) => ({ consumer: 'notifications', limit: 10, isBusUnavailable });
      await eventually(async () =>
        expect(await client.pullEvents(call(), ask(false))).toEqual({ events: [], isBusUnavailable: false }),
      );
      const foreign = world.clientOf('reads', 'notifications', keyedTrusts()('notifications'));
      for (const refused of [
        foreign.pullEvents(call(), ask(true)),
        foreign.pushEvents(call(), { events: [] }),
        foreign.acknowledgeEvents(call(), { consumer: 'notifications', eventIds: [newId()] }),
      ])
        await expect(refused).rejects.toMatchObject({ kind: 'unavailable' });
    });

    promise(
      'S4: gives a service only its own events, and takes only those that it produces',
      { without: 'anyPull' },
      async () => {
        const world = await start(['reads']);
        const event = exampleOf('installation.deleted');
        await world.add(event);
        const foreign = [
          world.clientOf('installation', 'notifications').pullEvents(call(), { ...PULL, consumer: 'reads' }),
          world.clientOf('installation', 'notifications').acknowledgeEvents(call(), {
            consumer: 'reads',
            eventIds: [event.id],
          }),
          world.clientOf('installation', 'notifications').pushEvents(call(), { events: [toWireEvent(event)] }),
        ];
        await Promise.all(
          foreign.map((refused) => expect(refused).rejects.toMatchObject({ kind: 'permissionDenied' })),
        );
        await settled(world);
        expect(world.effects.toSorted()).toEqual(world.wantedEffects([event]));
      },
    );
  });

  describe('the hand-out of events to a consumer that pulls', () => {
    const db = engine.suiteDatabase(eventMigrations);
    const clock = { now: 0 };
    const queue = () => outboxQueue(db());
    const idsOf = (events: CausewayEvent[]) => events.map(({ id }) => id);

    async function add(count: number): Promise<string[]> {
      const events = Array.from({ length: count }, () => exampleOf('installation.created'));
      await inTransaction(db(), (trx) => outboxStore(trx).add(...events));
      return idsOf(events);
    }

    it('gives each event to one of several replicas, oldest first, and again after 10 s', async () => {
      const ids = await add(7);
      const handOut = createEventLeases(queue(), () => clock.now);
      const [first, second] = await Promise.all([handOut.take('reads', 4), handOut.take('reads', 4)]);
      expect([...idsOf(first ?? []), ...idsOf(second ?? [])].toSorted()).toEqual(ids.toSorted());
      expect(await handOut.take('reads', 10)).toEqual([]);
      clock.now = 10_001;
      expect(idsOf(await handOut.take('reads', 10))).toEqual(ids.toSorted());
    });

    it('gives an event to each consumer, without those that one has acknowledged', async () => {
      await db()('outbox').del();
      await db()('outbox_acks').del();
      const [id = '', other = ''] = await add(2);
      const handOut = createEventLeases(queue(), () => clock.now);
      await queue().ack('reads', [id]);
      expect(idsOf(await handOut.take('reads', 10))).toEqual([other]);
      expect(idsOf(await handOut.take('notifications', 10))).toEqual([id, other].toSorted());
      await queue().ack('reads', [other]);
      await queue().ack('notifications', [id, other]);
      clock.now += 20_000;
      expect(await handOut.take('notifications', 10)).toEqual([]);
    });

    it('finds events behind many that are handed out, and keeps their numbers exact', async () => {
      await add(450);
      const handOut = createEventLeases(queue(), () => clock.now);
      for (let taken = 0; taken < 440; taken += 55) await handOut.take('reads', 55);
      await db()('outbox').update({ payload: '{"config":{"n":12345678901234567890}}' });
      const rest = await handOut.take('reads', 100);
      expect(rest).toHaveLength(10);
      expect(stringifyJson(rest[0]?.payload)).toBe('{"config":{"n":12345678901234567890}}');
    });
  });
});
