import { setImmediate } from 'node:timers';
import { runOutsideScope } from '../db/transaction_guard.ts';
import type { Service } from '../trust/arrows.ts';
import type { AcknowledgementHandler, BusSubscription, EventBus, EventHandler, EventPublication } from './bus.ts';
import type { CausewayEvent } from './event.ts';
import { type ConcurrencyLimiter, concurrencyLimiter } from './limiter.ts';

/**
 * The bus of the embedded form, where all services share a process. It is as unreliable as a network, so that no code
 * relies on more: handlers never run on the publisher's stack, a full queue drops events, and queues die with the
 * process. The relay publishes again from the outbox.
 */
type QueuedEvent = { event: CausewayEvent; producer: Service };
type ConsumerQueue = {
  messages: Map<string, QueuedEvent>;
  running: Set<string>;
  handler?: EventHandler | undefined;
  limit: ConcurrencyLimiter;
};

const MAX_QUEUED = 10_000;
const AT_ONCE = 16;

export function inProcessBus(): EventBus {
  const queues = new Map<Service, ConsumerQueue>();
  const acks = new Map<Service, Set<AcknowledgementHandler>>();
  const wakes = new Map<string, Set<() => void>>();
  const queueOf = (consumer: Service) => getOrCreate(queues, consumer, newQueue);
  let closed = false;
  const later = (run: () => void) =>
    runOutsideScope(() =>
      setImmediate(() => {
        if (!closed) run();
      }),
    );

  return {
    async publish(publications) {
      for (const publication of publications)
        for (const consumer of publication.consumers) enqueue(queueOf(consumer), publication);
      later(() => queues.forEach(startQueued));
    },
    async subscribe(consumer, handler) {
      const queue = queueOf(consumer);
      queue.handler = handler;
      later(() => startQueued(queue));
      return { stop: () => unsubscribe(queue, handler) };
    },
    ack(producer, consumer, eventIds) {
      const ids = [...eventIds];
      later(() => acks.get(producer)?.forEach((handler) => void handler(consumer, ids)));
    },
    onAck: (producer, handler) =>
      addHandler(
        getOrCreate(acks, producer, () => new Set<AcknowledgementHandler>()),
        handler,
      ),
    wake(topic) {
      later(() => {
        for (const handler of wakes.get(topic) ?? []) handler();
      });
    },
    onWake: (topic, handler) =>
      addHandler(
        getOrCreate(wakes, topic, () => new Set<() => void>()),
        handler,
      ),
    isLocal: true,
    isConnected: () => true,
    isHealthy: () => true,
    async close() {
      closed = true;
      for (const queue of queues.values()) queue.handler = undefined;
      await Promise.all([...queues.values()].map(({ limit }) => limit.idle()));
    },
  };
}

function newQueue(): ConsumerQueue {
  return { messages: new Map(), running: new Set(), limit: concurrencyLimiter(AT_ONCE) };
}

/** Drops an event that is already queued or running: handling it twice would only cost an inbox look-up. */
function enqueue({ messages, running }: ConsumerQueue, { event, producer }: EventPublication): void {
  if (messages.size < MAX_QUEUED && !running.has(event.id)) messages.set(event.id, { event, producer });
}

function startQueued(queue: ConsumerQueue): void {
  const { messages, running, limit } = queue;
  for (const [id, { event, producer }] of messages) {
    const { handler } = queue;
    if (!handler || limit.free() <= 0) return;
    messages.delete(id);
    running.add(id);
    limit.start(async () => {
      await handler(event, producer).catch(() => {}); // consumer.ts has logged the error
      running.delete(id);
      setImmediate(() => startQueued(queue));
    });
  }
}

async function unsubscribe(queue: ConsumerQueue, handler: EventHandler): Promise<void> {
  if (queue.handler === handler) queue.handler = undefined;
  await queue.limit.idle();
}

function addHandler<H>(handlers: Set<H>, handler: H): BusSubscription {
  handlers.add(handler);
  return { stop: async () => void handlers.delete(handler) };
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
