import { clearTimeout, setTimeout } from 'node:timers';
import type { Log } from '../log/log.ts';
import { inSpan } from '../telemetry/tracing.ts';
import type { Service } from '../trust/arrows.ts';
import { createRefusals, type Refusals } from '../trust/refusals.ts';
import type { EventBus } from './bus.ts';
import type { EventType } from './catalog.ts';
import type { CausewayEvent, EventOf } from './event.ts';
import { concurrencyLimiter } from './limiter.ts';

/**
 * Subscribes to a service's events and acknowledges each event after its handler has returned, which has then committed
 * the effect and the inbox row. An event whose handler failed is not acknowledged, so the producer sends the event
 * again, with growing gaps and without a limit. An event of an unknown type is not acknowledged either, because a newer
 * version of this service will handle it.
 *
 * `handleEvents` handles events that arrive by RPC (direct/). It does not acknowledge these events; its caller does.
 */
export type EventHandlers = { [T in EventType]?: (event: EventOf<T>) => Promise<void> };
/** Returns the ids of the events that were handled. After `stop` it handles no event and returns an empty list. */
export type HandleEvents = (events: readonly CausewayEvent[]) => Promise<string[]>;
export type EventConsumer = { handleEvents: HandleEvents; stop(): Promise<void> };

const ACK_DELAY_MS = 20;
const ACK_BATCH = 100;
const AT_ONCE = 16;

export async function startConsumer(options: {
  bus: EventBus;
  consumer: Service;
  handlers: EventHandlers;
  log: Log;
}): Promise<EventConsumer> {
  const { bus, consumer, handlers, log } = options;
  const acks = ackBatches((producer, ids) => bus.ack(producer, consumer, ids));
  const fates = { handlers, log, refusals: createRefusals(log) };
  const state = { stopped: false };
  const running = new Set<Promise<void>>();
  const subscription = await bus.subscribe(consumer, async (event, producer) => {
    if (await tryToHandle(fates, event)) acks.add(producer, event.id);
  });

  async function handleEvents(events: readonly CausewayEvent[]): Promise<string[]> {
    const ids: string[] = [];
    const run = forEachLimited(events, async (event) => {
      if (!state.stopped && (await tryToHandle(fates, event))) ids.push(event.id);
    });
    running.add(run);
    await run.finally(() => running.delete(run));
    return ids;
  }
  return {
    handleEvents,
    async stop() {
      state.stopped = true;
      await Promise.all([subscription.stop(), ...running]);
      acks.flush();
    },
  };
}

async function forEachLimited<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const limit = concurrencyLimiter(AT_ONCE);
  for (const item of items) {
    await limit.whenFree();
    limit.start(() => work(item));
  }
  await limit.idle();
}

type HandlingDeps = { handlers: EventHandlers; log: Log; refusals: Refusals };

async function tryToHandle({ handlers, log, refusals }: HandlingDeps, event: CausewayEvent): Promise<boolean> {
  const handler = handlers[event.type] as ((event: CausewayEvent) => Promise<void>) | undefined;
  const fields = { eventId: event.id, type: event.type, projectId: event.projectId };
  if (!handler) {
    refusals.note('event of a type with no handler', fields);
    return false;
  }
  try {
    const { projectId } = event;
    await inSpan(
      {
        name: event.type,
        kind: 'consumer',
        parent: event.traceparent,
        attributes: { 'causeway.project_id': projectId },
      },
      () => handler(event),
    );
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
    timer ??= setTimeout(flush, ACK_DELAY_MS).unref();
    if (ids.length + 1 >= ACK_BATCH) flush();
  }
  return { add, flush };
}
