import type { Handlers } from '../../rpc/services.ts';
import type { Bus } from '../bus.ts';
import type { Service } from '../catalog.ts';
import type { HandleEvents } from '../consumer.ts';
import type { OutboxQueue } from '../outbox_queue.ts';
import { createHandOut } from './hand_out.ts';
import { fitting, fromWire, toWire } from './wire_event.ts';

const MAX_EVENTS = 100;

type Deps = { bus: Bus; queue: OutboxQueue; handleEvents: HandleEvents };

/** The RPCs of protos/events for one service: its outbox as a producer, its handlers as a consumer. */
export function eventRpcs({ bus, queue, handleEvents }: Deps): Handlers<'events'> {
  const handOut = createHandOut(queue);
  return {
    async PullEvents(_call, { consumer, limit, isBusUnavailable }) {
      const isUnavailableHere = !bus.isHealthy();
      if (!isUnavailableHere && !isBusUnavailable) return { events: [], isBusUnavailable: false };
      const events = (await handOut.take(consumer, Math.min(limit, MAX_EVENTS))).map(toWire);
      const sent = fitting(events);
      handOut.forget(
        consumer,
        events.slice(sent.length).map(({ id }) => id),
      );
      return { events: sent, isBusUnavailable: isUnavailableHere };
    },
    async AcknowledgeEvents(_call, { consumer, eventIds }) {
      await queue.ack(consumer as Service, eventIds);
      handOut.forget(consumer, eventIds);
      return {};
    },
    async PushEvents(_call, { events }) {
      return { handledIds: await handleEvents(events.map(fromWire)) };
    },
  };
}
