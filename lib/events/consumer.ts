import { clearTimeout, setTimeout } from 'node:timers';
import type { Log } from '../log/log.ts';
import type { Bus } from './bus.ts';
import type { EventType, Service } from './catalog.ts';
import type { CausewayEvent, EventOf } from './event.ts';

/**
 * Subscribes to a service's events and acknowledges each after its handler has returned: its effect and its inbox row
 * are then committed. A failed event is not acknowledged, so the producer sends it again with growing gaps, without
 * limit. The same holds for an event of an unknown type: a newer version will handle it.
 */
export type Handlers = { [T in EventType]?: (event: EventOf<T>) => Promise<void> };
export type Consumer = { stop(): Promise<void> };

const ACK_DELAY = 20;
const ACK_BATCH = 100;

export async function startConsumer(options: {
  bus: Bus;
  consumer: Service;
  handlers: Handlers;
  log: Log;
}): Promise<Consumer> {
  const { bus, consumer, handlers, log } = options;
  const acks = ackBatches((producer, ids) => bus.ack(producer, consumer, ids));
  const subscription = await bus.subscribe(consumer, async (event, producer) => {
    if (await handled(handlers, log, event)) acks.add(producer, event.id);
  });
  return {
    async stop() {
      await subscription.stop();
      acks.flush();
    },
  };
}

async function handled(handlers: Handlers, log: Log, event: CausewayEvent): Promise<boolean> {
  const handler = handlers[event.type] as ((event: CausewayEvent) => Promise<void>) | undefined;
  const fields = { eventId: event.id, type: event.type, projectId: event.projectId };
  if (!handler) {
    log.warn('event of a type with no handler', fields);
    return false;
  }
  try {
    await handler(event);
    return true;
  } catch (err) {
    log.warn('event handler failed, the event will be redelivered', { ...fields, err });
    return false;
  }
}

/** Batches acknowledgements, so that a burst of events costs its producer only a few statements. */
function ackBatches(send: (producer: Service, ids: string[]) => void) {
  const waiting = new Map<Service, string[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [producer, ids] of waiting) send(producer, ids);
    waiting.clear();
  }
  function add(producer: Service, id: string): void {
    const ids = waiting.get(producer) ?? [];
    waiting.set(producer, [...ids, id]);
    timer ??= setTimeout(flush, ACK_DELAY).unref();
    if (ids.length + 1 >= ACK_BATCH) flush();
  }
  return { add, flush };
}
