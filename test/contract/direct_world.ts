import { setDatabaseClock } from '../../lib/db/now.ts';
import type { Db } from '../../lib/db/open.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import type { EventBus } from '../../lib/events/bus.ts';
import { type EventType, eventCatalog, eventTypes } from '../../lib/events/catalog.ts';
import { type CausewayEvent, eventOf } from '../../lib/events/event.ts';
import { eventMigrations } from '../../lib/events/event_migrations.ts';
import { inboxStore } from '../../lib/events/inbox.ts';
import { outboxStore } from '../../lib/events/outbox.ts';
import { outboxQueue } from '../../lib/events/outbox_queue.ts';
import { startServiceEvents } from '../../lib/events/service_events.ts';
import { newId } from '../../lib/ids/ids.ts';
import { silentLog as log } from '../../lib/log/log.ts';
import { rpcClient } from '../../lib/rpc/client.ts';
import { type RpcServer, startRpcServer } from '../../lib/rpc/server.ts';
import type { ServiceClient, ServiceHandlers } from '../../lib/rpc/services.ts';
import { logTelemetry } from '../../lib/telemetry/log_telemetry.ts';
import { systemClock } from '../../lib/time/clock.ts';
import type { CalleeName, Service } from '../../lib/trust/arrows.ts';
import type { ProcessTrust } from '../../lib/trust/trust.ts';
import type { TestEngine } from '../support/engines.ts';

/** The events of the services that have some, each with its own database, port and bus, and handlers that count. */
export type DirectWorld = {
  add(...events: CausewayEvent[]): Promise<void>;
  /** `consumer eventId`, once for each committed effect. */
  effects: string[];
  /** The next handler of this event throws after its arrival. */
  failOnce(eventId: string): void;
  /** The number of events that wait for an acknowledgement. */
  waiting(): Promise<number>;
  wantedEffects(events: CausewayEvent[]): string[];
  /** A client of `service`, used by `caller`. */
  clientOf(service: Service, caller: Service, trust?: ProcessTrust): ServiceClient<'events'>;
  stop(): Promise<void>;
};

type Member = { service: Service; db: Db; server: RpcServer; stop(): Promise<void> };
/** Speeds up the database's clock: an event without an acknowledgement is due again after 0.5 s instead of 10 s. */
const HASTE = 20;
export function exampleOf<T extends EventType>(type: T): CausewayEvent {
  const facts = { id: newId(), projectId: newId(), time: Date.now(), payload: eventCatalog[type].example };
  return eventOf(type, facts) as CausewayEvent;
}

export async function startDirectWorld(
  engine: TestEngine,
  busOf: (service: Service) => EventBus,
  trustOf: (service: Service) => ProcessTrust,
): Promise<DirectWorld> {
  const effects: string[] = [];
  const failing = new Set<string>();
  const members = new Map<Service, Member>();
  const undo: (() => Promise<void>)[] = [];

  const clientOf = (service: Service, caller: Service, trust = trustOf(caller)) => {
    const address = members.get(service)?.server.address ?? '';
    const client = rpcClient('events', { address, at: service, trust });
    undo.push(async () => client.close());
    return client;
  };

  async function begin<S extends Service>(
    service: S,
    clients: { [C in CalleeName<S>]: ServiceClient<'events'> },
  ): Promise<void> {
    const { db, close } = await engine.open(eventMigrations);
    setDatabaseClock(db, { originMs: Date.now(), offsetMs: 0, scale: HASTE });
    const handle = (event: CausewayEvent) =>
      inTransaction(db, async (trx) => {
        if (failing.delete(event.id)) throw new Error('not yet');
        if (await inboxStore(trx).accept(event.id, eventCatalog[event.type as EventType].producer))
          effects.push(`${service} ${event.id}`);
      });
    const handlers = Object.fromEntries(eventTypes().map((type) => [type, handle]));
    const common = { log, newId, clock: systemClock };
    const events = await startServiceEvents({ service, db, bus: busOf(service), handlers, clients, ...common });
    const server = await startRpcServer({
      service,
      handlers: {} as ServiceHandlers<S>,
      events: events.rpcs,
      port: 0,
      host: '127.0.0.1',
      trust: trustOf(service),
      log,
      telemetry: logTelemetry(log, 'info'),
    });
    const stop = async () => {
      await events.stopConsuming();
      await events.stop();
      await server.stop();
      await close();
    };
    members.set(service, { service, db, server, stop });
  }

  await begin('identity', {});
  await begin('installation', { identity: clientOf('identity', 'installation') });
  await begin('reads', {
    identity: clientOf('identity', 'reads'),
    installation: clientOf('installation', 'reads'),
  });
  await begin('writes', {
    identity: clientOf('identity', 'writes'),
    installation: clientOf('installation', 'writes'),
  });
  await begin('notifications', {
    identity: clientOf('identity', 'notifications'),
    installation: clientOf('installation', 'notifications'),
    reads: clientOf('reads', 'notifications'),
    writes: clientOf('writes', 'notifications'),
  });

  return {
    effects,
    clientOf,
    failOnce: (id) => void failing.add(id),
    async add(...events) {
      for (const { service, db } of members.values()) {
        const own = events.filter(({ type }) => eventCatalog[type].producer === service);
        await inTransaction(db, (trx) => outboxStore(trx).add(...own));
      }
    },
    async waiting() {
      const counts = await Promise.all([...members.values()].map(({ db }) => outboxQueue(db).backlog()));
      return counts.reduce((sum, { waiting }) => sum + waiting, 0);
    },
    wantedEffects: (events) =>
      events.flatMap(({ id, type }) => eventCatalog[type].consumers.map((consumer) => `${consumer} ${id}`)).sort(),
    async stop() {
      for (const member of [...members.values()].toReversed()) await member.stop();
      for (const one of undo) await one();
    },
  };
}
