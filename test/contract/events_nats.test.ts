import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrateUp } from '../../lib/db/migrate.ts';
import { setDatabaseClock } from '../../lib/db/now.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import type { EventBus } from '../../lib/events/bus.ts';
import { type EventConsumer, startConsumer } from '../../lib/events/consumer.ts';
import { type CausewayEvent, eventOf } from '../../lib/events/event.ts';
import { eventMigrations } from '../../lib/events/event_migrations.ts';
import { natsBus } from '../../lib/events/nats_bus.ts';
import { natsNames } from '../../lib/events/nats_names.ts';
import { outboxStore } from '../../lib/events/outbox.ts';
import { outboxQueue } from '../../lib/events/outbox_queue.ts';
import { type OutboxRelay, startRelay } from '../../lib/events/relay.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog as log } from '../../lib/log/log.ts';
import { freePort } from '../../scripts/servers/free_port.ts';
import { type NatsServer, startNats } from '../../scripts/servers/nats_server.ts';
import { eventually } from '../support/eventually.ts';
import { sharedTrust } from '../support/trust.ts';

/** Speeds up the database's clock: intervals of 10 s pass in a second, so that retries happen during the test. */
const HASTE = 10;

describe('the event bus with its own NATS server', () => {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-nats-'));
  const got = new Map<string, number>();
  let server: NatsServer;
  let db: Db;
  let buses: EventBus[] = [];
  let relay: OutboxRelay;
  let consumer: EventConsumer;

  beforeAll(async () => {
    const port = await freePort();
    const url = `nats://127.0.0.1:${port}`;
    db = openDatabase('sqlite::memory:');
    await migrateUp(db, eventMigrations);
    setDatabaseClock(db, { originMs: Date.now(), offsetMs: 0, scale: HASTE });
    buses = [
      natsBus({ url, log, trust: sharedTrust('reads') }),
      natsBus({ url, log, trust: sharedTrust('installation') }),
    ];
    const [producerBus, consumerBus] = buses as [EventBus, EventBus];
    relay = startRelay({ db, bus: producerBus, producer: 'reads', log, pollMs: 100 });
    const handlers = {
      'operation.changed': async ({ id }: CausewayEvent) => {
        got.set(id, (got.get(id) ?? 0) + 1);
      },
    };
    consumer = await startConsumer({ bus: consumerBus, consumer: 'installation', handlers, log });
    await add(3); // before the server starts
    server = await startNats({ dir, port });
  });

  afterAll(async () => {
    await Promise.all([relay?.stop(), consumer?.stop()]);
    await Promise.all(buses.map((bus) => bus.close()));
    await db?.destroy();
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  const event = () =>
    eventOf('operation.changed', {
      id: newId(),
      projectId: newId(),
      time: Date.now(),
      payload: { installationId: newId(), operationId: newId(), objectName: 'contacts', status: 'success', seq: 1 },
    });

  async function add(count: number): Promise<string[]> {
    const events = Array.from({ length: count }, event);
    await inTransaction(db, (trx) => outboxStore(trx).add(...events));
    return events.map(({ id }) => id);
  }

  async function settled(ids: string[] = []): Promise<void> {
    await eventually(async () => expect((await outboxQueue(db).backlog()).waiting).toBe(0), 25_000);
    expect(ids.filter((id) => !got.has(id))).toEqual([]);
  }

  it('delivers events that were committed before the server started', () => settled(), 40_000);

  it('delivers everything while the server is killed repeatedly', async () => {
    const ids: string[] = [];
    for (let kills = 0; kills < 3; kills += 1) {
      ids.push(...(await add(40)));
      await server.kill('SIGKILL');
      ids.push(...(await add(40)));
      await server.restart();
      ids.push(...(await add(40)));
    }
    await settled(ids);
  });

  it('delivers everything when the store is wiped with events in it', async () => {
    const ids = await add(100);
    await server.kill('SIGKILL');
    await server.restart({ wipe: true });
    ids.push(...(await add(100)));
    await settled(ids);
  });

  it('delivers everything after the server was frozen', async () => {
    await server.kill('SIGSTOP');
    const ids = await add(50);
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    await server.kill('SIGCONT');
    await settled(ids);
  });

  it('F8: reports whether it is connected, and notices a server that does not answer', async () => {
    const [bus] = buses as [EventBus];
    await eventually(async () => expect([bus.isConnected(), bus.isHealthy()]).toEqual([true, true]), 30_000);
    await server.kill('SIGSTOP');
    const ids = await add(1);
    await eventually(async () => expect(bus.isHealthy()).toBe(false));
    await server.kill('SIGCONT');
    await settled(ids);
    await server.kill('SIGKILL');
    await eventually(async () => expect([bus.isConnected(), bus.isHealthy()]).toEqual([false, false]));
    await server.restart();
    await eventually(async () => expect([bus.isConnected(), bus.isHealthy()]).toEqual([true, true]), 30_000);
  });

  it('does not publish acknowledged events again', async () => {
    const [id] = (await add(1)) as [string];
    await settled([id]);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(got.get(id)).toBe(1);
  });
});

describe('the event bus without a server', () => {
  it('F8: wakes the loops of its own process', async () => {
    const bus = natsBus({ url: `nats://127.0.0.1:${await freePort()}`, log, trust: sharedTrust('reads') });
    let wakes = 0;
    const waking = bus.onWake('reads_operations', () => (wakes += 1));
    bus.wake('reads_operations');
    await eventually(async () => expect(wakes).toBe(1));
    await waking.stop();
    await bus.close();
  });
});

describe('names on the NATS server', () => {
  it.each(['a b', 'a.*', 'a\r\nPUB', '', 'A'])('refuse %j, which has another meaning on the server', (topic) => {
    expect(() => natsNames('causeway').wake(topic)).toThrow(TypeError);
    expect(() => natsNames(topic)).toThrow(TypeError);
  });
});
