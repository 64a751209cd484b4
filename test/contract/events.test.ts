import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setDatabaseClock } from '../../lib/db/now.ts';
import type { Db } from '../../lib/db/open.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import type { EventBus } from '../../lib/events/bus.ts';
import { eventCatalog } from '../../lib/events/catalog.ts';
import { type EventConsumer, type EventHandlers, startConsumer } from '../../lib/events/consumer.ts';
import { type CausewayEvent, eventOf } from '../../lib/events/event.ts';
import { eventMigrations } from '../../lib/events/event_migrations.ts';
import { inboxStore } from '../../lib/events/inbox.ts';
import { outboxStore } from '../../lib/events/outbox.ts';
import { outboxQueue } from '../../lib/events/outbox_queue.ts';
import { type OutboxRelay, startRelay } from '../../lib/events/relay.ts';
import { newId } from '../../lib/ids/ids.ts';
import { stringifyJson } from '../../lib/json/json.ts';
import { silentLog as log } from '../../lib/log/log.ts';
import type { Service } from '../../lib/trust/arrows.ts';
import { forEachBus, forEachEngine, type TestDatabase } from '../support/engines.ts';
import { eventually } from '../support/eventually.ts';
import { promise } from '../support/promise.ts';

const PROJECT = newId();

function changed(name = 'hook'): CausewayEvent {
  return eventOf('operation.changed', {
    id: newId(),
    projectId: PROJECT,
    time: Date.now(),
    payload: { installationId: newId(), operationId: newId(), objectName: name, status: 'success', seq: 1 },
  });
}

function created(): CausewayEvent {
  const { example } = eventCatalog['installation.created'];
  return eventOf('installation.created', { id: newId(), projectId: PROJECT, time: Date.now(), payload: example });
}

forEachEngine((engine) => {
  describe('the outbox', () => {
    let database: TestDatabase;
    let db: Db;
    beforeEach(async () => {
      database = await engine.open(eventMigrations);
      db = database.db;
    });
    afterEach(() => database.close());

    const add = (...events: CausewayEvent[]) => inTransaction(db, (trx) => outboxStore(trx).add(...events));
    const idsOf = (due: { event: CausewayEvent }[]) => due.map(({ event }) => event.id);
    const later = (ms: number) => setDatabaseClock(db, { originMs: Date.now(), offsetMs: ms, scale: 1 });

    it('stores an event exactly when its transaction commits', async () => {
      const event = changed();
      await inTransaction(db, async (trx) => {
        await outboxStore(trx).add(changed());
        throw new Error('no');
      }).catch(() => {});
      await add(event);
      expect(await outboxQueue(db).claimFresh(10)).toEqual([{ event, consumers: ['installation'], attempt: 1 }]);
    });

    it('gives each event to one of several relays', async () => {
      const events = Array.from({ length: 60 }, () => changed());
      await add(...events);
      const queues = [outboxQueue(database.replica()), outboxQueue(database.replica())];
      const claimed = await Promise.all([0, 1, 0, 1, 0, 1].map((i) => queues[i]?.claimFresh(10) ?? []));
      expect(idsOf(claimed.flat()).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    });

    it('publishes again after 10 s, 20 s, 40 s and so on, at most every 10 min', async () => {
      await add(changed());
      const queue = outboxQueue(db);
      await queue.claimFresh(10);
      expect(await queue.claimUnacked(10)).toEqual([]);
      for (const [passed, attempt] of [
        [10, 2],
        [30, 3],
        [70, 4],
        [150, 5],
        [310, 6],
        [630, 7],
        [1230, 8],
        [1830, 9],
      ] as const) {
        later(passed * 1000 - 2_000);
        expect(await queue.claimUnacked(10)).toEqual([]);
        later(passed * 1000 + 500);
        expect(await queue.claimUnacked(10)).toMatchObject([{ attempt }]);
      }
    });

    it('soon retries what the bus did not accept, without counting it as an attempt', async () => {
      const event = changed();
      await add(event);
      const queue = outboxQueue(db);
      await queue.claimFresh(10);
      await queue.postpone([event.id], 0);
      expect(await queue.claimUnacked(10)).toMatchObject([{ attempt: 1 }]);
    });

    it('deletes an event when all its consumers have acknowledged it, and until then publishes it for the others', async () => {
      const event = created();
      await add(event);
      const queue = outboxQueue(db);
      await queue.claimFresh(10);
      await queue.ack('notifications', [event.id]);
      later(11_000);
      expect(await queue.claimUnacked(10)).toMatchObject([{ consumers: ['reads'] }]);
      await queue.ack('reads', [event.id, newId()]);
      await queue.ack('reads', [event.id]);
      expect(await queue.backlog()).toEqual({ waiting: 0, oldestTime: null });
    });

    it('is empty after two consumers acknowledged the same events at the same moment', async () => {
      const events = Array.from({ length: 50 }, created);
      await add(...events);
      const queue = outboxQueue(db);
      const ids = events.map(({ id }) => id);
      await Promise.all([queue.ack('reads', ids), outboxQueue(database.replica()).ack('notifications', ids)]);
      expect(await queue.backlog()).toEqual({ waiting: 0, oldestTime: null });
      expect(await db('outbox_acks').count({ n: '*' })).toEqual([{ n: 0 }]);
    });

    it('keeps numbers in a payload exact', async () => {
      const event = created();
      await add(event);
      const text = '{"config":{"n":12345678901234567890}}';
      await db('outbox').update({ payload: text });
      const [due] = await outboxQueue(db).claimFresh(1);
      expect(stringifyJson(due?.event.payload)).toBe(text);
    });
  });

  describe('the inbox', () => {
    const db = engine.suiteDatabase(eventMigrations);

    it('accepts an event once', async () => {
      const id = newId();
      expect([await inboxStore(db()).accept(id, 'reads'), await inboxStore(db()).accept(id, 'reads')]).toEqual([
        true,
        false,
      ]);
    });

    it('accepts it again when the effect did not commit', async () => {
      const id = newId();
      await inTransaction(db(), async (trx) => {
        await inboxStore(trx).accept(id, 'reads');
        throw new Error('no');
      }).catch(() => {});
      expect(await inboxStore(db()).accept(id, 'reads')).toBe(true);
    });

    it('accepts it once when two replicas handle it at the same moment', async () => {
      const id = newId();
      const handle = () =>
        inTransaction(db(), async (trx) => {
          const first = await inboxStore(trx).accept(id, 'reads');
          await new Promise((resolve) => setTimeout(resolve, 20));
          return first;
        });
      expect((await Promise.all([handle(), handle(), handle()])).toSorted()).toEqual([false, false, true]);
    });

    const HOUR = 3600_000;
    const WEEK = 7 * 24 * HOUR;
    const at = (ms: number) => setDatabaseClock(db(), { originMs: Date.now(), offsetMs: ms, scale: 1 });
    const accept = (id: string, producer: Service = 'reads') => inboxStore(db()).accept(id, producer);
    const purge = () => inboxStore(db()).purge(1_000);

    /** An event of the producer arrives at this time. An hour later, an older id is purged or not. */
    async function heardAt(ms: number, producer: Service = 'reads'): Promise<void> {
      at(ms);
      await accept(newId(), producer);
      at(ms + HOUR + 1_000);
    }

    describe('purged', () => {
      beforeEach(() => db()('inbox').del());
      afterEach(() => setDatabaseClock(db(), undefined));

      it('deletes ids a week after they arrived', async () => {
        await accept(newId());
        await heardAt(WEEK - 60_000);
        expect(await purge()).toBe(0);
        await heardAt(WEEK + 60_000);
        expect(await purge()).toBe(1);
      });

      it('F6: deletes as many ids as one call allows, and the next call deletes the rest', async () => {
        for (let count = 0; count < 5; count += 1) await accept(newId());
        await heardAt(WEEK + 60_000);
        expect([await inboxStore(db()).purge(3), await inboxStore(db()).purge(3), await purge()]).toEqual([3, 2, 0]);
      });

      promise(
        'does not handle an event twice that arrives after an outage of more than a week',
        { without: 'inboxHorizon' },
        async () => {
          const id = newId();
          await accept(id);
          at(9 * 24 * HOUR);
          expect(await purge()).toBe(0);
          await heardAt(10 * 24 * HOUR, 'installation');
          expect(await purge()).toBe(0);
          expect(await accept(id)).toBe(false);
        },
      );

      promise(
        'gives unacknowledged events an hour to arrive again, and does not delete their ids then',
        { without: ['inboxGrace', 'inboxRefresh'] },
        async () => {
          const id = newId();
          await accept(id);
          at(9 * 24 * HOUR);
          await accept(newId());
          expect(await purge()).toBe(0);
          expect(await accept(id)).toBe(false);
          at(9 * 24 * HOUR + 2 * HOUR);
          expect(await purge()).toBe(0);
          expect(await accept(id)).toBe(false);
        },
      );

      it('deletes ids without a producer, of an older version, after a week', async () => {
        await db()('inbox').insert({ event_id: newId(), create_time: Date.now() });
        at(WEEK + 60_000);
        expect(await purge()).toBe(1);
      });
    });
  });

  forEachBus((kind) => {
    describe('an event', () => {
      let bus: EventBus;
      let database: TestDatabase;
      let db: Db;
      let relay: OutboxRelay | undefined;
      let consumer: EventConsumer | undefined;
      beforeAll(async () => {
        bus = await kind.open();
      });
      afterAll(() => bus.close());
      beforeEach(async () => {
        database = await engine.open(eventMigrations);
        db = database.db;
      });
      afterEach(async () => {
        await Promise.all([relay?.stop(), consumer?.stop()]);
        await database.close();
      });

      const start = async (handlers: EventHandlers, pollMs = 100) => {
        relay = startRelay({ db, bus, producer: 'reads', log, pollMs });
        consumer = await startConsumer({ bus, consumer: 'installation', handlers, log });
      };
      const add = (...events: CausewayEvent[]) => inTransaction(db, (trx) => outboxStore(trx).add(...events));
      const waiting = async () => (await outboxQueue(db).backlog()).waiting;

      it('arrives soon after the commit, is acknowledged and deleted', async () => {
        const got: CausewayEvent[] = [];
        await start({
          'operation.changed': async (event) => {
            got.push(event);
          },
        });
        const event = changed('Zoë 🚀');
        await add(event);
        await eventually(async () => expect(await waiting()).toBe(0));
        expect(got).toEqual([event]);
      });

      it('is claimed without a look first by the relay that its commit wakes', async () => {
        const statements: string[] = [];
        const select = () => statements.filter((sql) => /^select .* from `outbox/.test(sql));
        db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
        let publishedAfter: string[] | undefined;
        await start({ 'operation.changed': async () => void (publishedAfter = [...statements]) }, 60_000);
        await eventually(async () => expect(select()).toHaveLength(2)); // the first round found nothing
        statements.length = 0;
        await add(changed());
        await eventually(async () => expect(publishedAfter).toBeDefined());
        const ofRelay = publishedAfter?.map((sql) => /^(select|update) .*`outbox`/.exec(sql)?.[1]).filter(Boolean);
        expect(ofRelay).toEqual(['select', 'update']);
      });

      it('without a consumer arrives later', async () => {
        await add(...Array.from({ length: 250 }, () => changed()));
        const got = new Set<string>();
        await start({
          'operation.changed': async ({ id }) => {
            got.add(id);
          },
        });
        await eventually(async () => expect(await waiting()).toBe(0));
        expect(got.size).toBe(250);
      });

      it('whose handler failed is delivered again until it succeeds', async () => {
        let tries = 0;
        await start({
          'operation.changed': async () => {
            tries += 1;
            if (tries < 3) throw new Error('not yet');
          },
        });
        setDatabaseClock(db, { originMs: Date.now(), offsetMs: 0, scale: 100 }); // intervals of 0.1 s, 0.2 s
        await add(changed());
        await eventually(async () => expect(await waiting()).toBe(0));
        expect(tries).toBe(3);
      });

      it('has its effect once, however often it is published', async () => {
        let effects = 0;
        let arrivals = 0;
        const effect = inTransaction.bind(undefined, db);
        await start({
          'operation.changed': async ({ id }) => {
            arrivals += 1;
            await effect(async (trx) => {
              if (await inboxStore(trx).accept(id, 'reads')) effects += 1;
            });
            if (arrivals < 3) throw new Error('the acknowledgement is lost');
          },
        });
        setDatabaseClock(db, { originMs: Date.now(), offsetMs: 0, scale: 100 });
        await add(changed());
        await eventually(async () => expect(await waiting()).toBe(0));
        expect({ effects, arrivals }).toEqual({ effects: 1, arrivals: 3 });
      });

      promise('of a type without a handler is kept', { without: 'outbox' }, async () => {
        await start({});
        await add(changed());
        await new Promise((resolve) => setTimeout(resolve, 300));
        expect(await waiting()).toBe(1);
      });

      it('is never delivered on the stack of its publisher', async () => {
        const order: string[] = [];
        await start({
          'operation.changed': async () => {
            order.push('handled');
          },
        });
        await bus
          .publish([{ producer: 'reads', event: changed(), consumers: ['installation'], attempt: 1 }])
          .then(() => order.push('published'));
        await eventually(async () => expect(order).toEqual(['published', 'handled']));
      });

      it('may be a wake-up, received by all subscribers of its topic', async () => {
        const heard: string[] = [];
        const subscriptions = [
          bus.onWake('reads_operations', () => heard.push('a')),
          bus.onWake('reads_operations', () => heard.push('b')),
        ];
        subscriptions.push(bus.onWake('reads_credentials', () => heard.push('c')));
        await eventually(async () => {
          bus.wake('reads_operations');
          await new Promise((resolve) => setTimeout(resolve, 20));
          expect(new Set(heard)).toEqual(new Set(['a', 'b']));
        });
        await Promise.all(subscriptions.map((subscription) => subscription.stop()));
      });
    });
  });
});
