import type { Knex } from 'knex';
import type { NewId } from '../ids/ids.ts';
import type { Log } from '../log/log.ts';
import type { ServiceClient, ServiceHandlers } from '../rpc/services.ts';
import type { Clock } from '../time/clock.ts';
import type { CalleeName, Service } from '../trust/arrows.ts';
import { createRefusals } from '../trust/refusals.ts';
import type { EventBus } from './bus.ts';
import { eventCatalog, eventTypes } from './catalog.ts';
import { type EventHandlers, startConsumer } from './consumer.ts';
import { createDirectSender } from './direct/direct_sender.ts';
import { startEventPuller } from './direct/event_puller.ts';
import { eventRpcs } from './direct/event_rpc.ts';
import { directWayOf } from './direct/event_ways.ts';
import { outboxQueue } from './outbox_queue.ts';
import { startRelay } from './relay.ts';

/** Services that a deployment need not run. Without a client for such a service, no events are pulled from it. */
type MayBeAbsent = 'writes';

type ServiceEventsOptions<S extends Service> = {
  service: S;
  db: Knex;
  bus: EventBus;
  handlers: EventHandlers;
  clients: { readonly [C in Exclude<CalleeName<S>, MayBeAbsent>]: ServiceClient<'events'> } & {
    readonly [C in MayBeAbsent]?: ServiceClient<'events'> | undefined;
  };
  log: Log;
  newId: NewId;
  clock: Clock;
};

type ServiceEvents = {
  /** The RPC handlers that the service's server must serve. */
  rpcs: ServiceHandlers<'events'>;
  /** Stops handling events, and waits for the handlers that run now. */
  stopConsuming(): Promise<void>;
  /** Stops publishing. Call it last, because everything else may still commit events. */
  stop(): Promise<void>;
};

/**
 * Starts the relay and the consumer of a service and, unless all services share this process, the senders and pullers
 * of direct/ for the time when the bus is unavailable. `clients` has one client for each service that this service
 * calls.
 */
export async function startServiceEvents<S extends Service>(options: ServiceEventsOptions<S>): Promise<ServiceEvents> {
  const { service, db, bus, handlers, log } = options;
  const clients = options.clients as { readonly [C in Service]?: ServiceClient<'events'> };
  const queue = outboxQueue(db);
  const consumer = await startConsumer({ bus, consumer: service, handlers, log });
  const { handleEvents } = consumer;
  const direct = createDirectSender({ ...options, producer: service, queue, clients, handleEvents });
  const relay = startRelay({ db, bus, producer: service, log, ...(!bus.isLocal && { direct }) });
  const pullers = (bus.isLocal ? [] : producersToPull(service)).flatMap((producer) => {
    const client = clients[producer];
    return client ? [startEventPuller({ ...options, producer, consumer: service, client, handleEvents })] : [];
  });
  return {
    rpcs: eventRpcs({ bus, queue, handleEvents, refusals: createRefusals(log) }),
    async stopConsuming() {
      await Promise.all([...pullers.map((puller) => puller.stop()), consumer.stop()]);
    },
    async stop() {
      await relay.stop();
      await direct.stop();
    },
  };
}

/** The producers whose events a service pulls. */
function producersToPull(consumer: Service): Service[] {
  const producers = eventTypes()
    .filter((type) => eventCatalog[type].consumers.includes(consumer))
    .map((type) => eventCatalog[type].producer)
    .filter((producer) => directWayOf(producer, consumer) === 'pull');
  return [...new Set(producers)];
}
