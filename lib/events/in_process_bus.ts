import { setImmediate } from 'node:timers';
import { runOutsideScope } from '../db/transaction_guard.ts';
import type { Bus, OnAck, OnEvent, Ring, Subscription } from './bus.ts';
import type { Service } from './catalog.ts';
import type { CausewayEvent } from './event.ts';
import { limiter, type Limiter } from './limiter.ts';

/**
 * The bus of the embedded form, where all services share a process. It is as forgetful as a network, so that nothing
 * comes to rely on more: what arrives is never on the publisher's stack, a full queue drops, and a process that dies
 * takes the queues along. The outbox rings again.
 */
type Message = { event: CausewayEvent; producer: Service };
type Queue = { messages: Map<string, Message>; running: Set<string>; handler?: OnEvent | undefined; limit: Limiter };

const QUEUED = 10_000;
const AT_ONCE = 16;

export function inProcessBus(): Bus {
  const queues = new Map<Service, Queue>();
  const acks = new Map<Service, Set<OnAck>>();
  const wakes = new Map<string, Set<() => void>>();
  const queueOf = (consumer: Service) => entry(queues, consumer, newQueue);
  let closed = false;
  const later = (run: () => void) =>
    runOutsideScope(() =>
      setImmediate(() => {
        if (!closed) run();
      }),
    );

  return {
    async publish(rings) {
      for (const ring of rings) for (const consumer of ring.consumers) enqueue(queueOf(consumer), ring);
      later(() => queues.forEach(work));
    },
    async subscribe(consumer, handler) {
      const queue = queueOf(consumer);
      queue.handler = handler;
      later(() => work(queue));
      return { stop: () => silence(queue, handler) };
    },
    ack(producer, consumer, eventIds) {
      const ids = [...eventIds];
      later(() => acks.get(producer)?.forEach((handler) => void handler(consumer, ids)));
    },
    onAck: (producer, handler) =>
      listen(
        entry(acks, producer, () => new Set<OnAck>()),
        handler,
      ),
    wake(topic) {
      later(() => {
        for (const handler of wakes.get(topic) ?? []) handler();
      });
    },
    onWake: (topic, handler) =>
      listen(
        entry(wakes, topic, () => new Set<() => void>()),
        handler,
      ),
    async close() {
      closed = true;
      for (const queue of queues.values()) queue.handler = undefined;
      await Promise.all([...queues.values()].map(({ limit }) => limit.idle()));
    },
  };
}

function newQueue(): Queue {
  return { messages: new Map(), running: new Set(), limit: limiter(AT_ONCE) };
}

/** A second ring for what still waits or runs here would only be work for the inbox. */
function enqueue({ messages, running }: Queue, { event, producer }: Ring): void {
  if (messages.size < QUEUED && !running.has(event.id)) messages.set(event.id, { event, producer });
}

function work(queue: Queue): void {
  const { messages, running, limit } = queue;
  for (const [id, { event, producer }] of messages) {
    const { handler } = queue;
    if (!handler || limit.free() <= 0) return;
    messages.delete(id);
    running.add(id);
    limit.start(async () => {
      await handler(event, producer).catch(() => {}); // the consumer has logged it
      running.delete(id);
      setImmediate(() => work(queue));
    });
  }
}

async function silence(queue: Queue, handler: OnEvent): Promise<void> {
  if (queue.handler === handler) queue.handler = undefined;
  await queue.limit.idle();
}

function listen<H>(handlers: Set<H>, handler: H): Subscription {
  handlers.add(handler);
  return { stop: async () => void handlers.delete(handler) };
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
