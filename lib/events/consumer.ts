import { clearTimeout, setTimeout } from 'node:timers';
import type { Log } from '../log/log.ts';
import type { Bus } from './bus.ts';
import type { EventType, Service } from './catalog.ts';
import type { CausewayEvent, EventOf } from './event.ts';

/**
 * Hears a service's events and acknowledges each after its handler has returned, that is after its effect and its id
 * in the inbox have committed. What fails is not acknowledged and comes again with growing gaps, for as long as it
 * takes: an event is never given up. Nor is one of a type this version does not know; a newer one will handle it.
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
    log.warn('event not handled, it will come again', { ...fields, err });
    return false;
  }
}

/** Collects acknowledgements for a moment, so that a burst of events costs its producer a few statements. */
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
