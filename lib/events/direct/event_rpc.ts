import { Problem } from '../../problem/problem.ts';
import type { Call } from '../../rpc/call.ts';
import type { ServiceHandlers } from '../../rpc/services.ts';
import type { Service } from '../../trust/arrows.ts';
import type { Refusals } from '../../trust/refusals.ts';
import type { EventBus } from '../bus.ts';
import { mayProduce } from '../catalog.ts';
import type { HandleEvents } from '../consumer.ts';
import type { OutboxQueue } from '../outbox_queue.ts';
import { createEventLeases } from './hand_out.ts';
import { eventsThatFit, fromWireEvent, toWireEvent } from './wire_event.ts';

const MAX_EVENTS = 100;

type Deps = { bus: EventBus; queue: OutboxQueue; handleEvents: HandleEvents; refusals: Refusals };

/**
 * The RPCs of protos/events for one service. PullEvents and AcknowledgeEvents use the service's outbox; PushEvents uses
 * its event handlers. If a process key proves who the caller is, the caller may pull and acknowledge only events that
 * it consumes, and push only events that it produces.
 */
export function eventRpcs({ bus, queue, handleEvents, refusals }: Deps): ServiceHandlers<'events'> {
  const handOut = createEventLeases(queue);
  return {
    async PullEvents(call, { consumer, limit, isBusUnavailable }) {
      checkCaller(refusals, 'event refused', call, (caller) => caller === consumer);
      const isUnavailableHere = !bus.isHealthy();
      if (!isUnavailableHere && !isBusUnavailable) return { events: [], isBusUnavailable: false };
      const events = (await handOut.take(consumer, Math.min(limit, MAX_EVENTS))).map(toWireEvent);
      const sent = eventsThatFit(events);
      handOut.forget(
        consumer,
        events.slice(sent.length).map(({ id }) => id),
      );
      return { events: sent, isBusUnavailable: isUnavailableHere };
    },
    async AcknowledgeEvents(call, { consumer, eventIds }) {
      checkCaller(refusals, 'acknowledgement refused', call, (caller) => caller === consumer);
      await queue.ack(consumer as Service, eventIds);
      handOut.forget(consumer, eventIds);
      return {};
    },
    async PushEvents(call, { events }) {
      checkCaller(
        refusals,
        'event refused',
        call,
        (caller) => caller !== 'gateway' && events.every(({ type }) => mayProduce(caller, type)),
      );
      return { handledIds: await handleEvents(events.map(fromWireEvent)) };
    },
  };
}

function checkCaller(
  refusals: Refusals,
  kind: 'event refused' | 'acknowledgement refused',
  { process }: Call,
  isAllowed: (caller: string) => boolean,
): void {
  if (process === undefined || isAllowed(process)) return;
  refusals.note(kind, { from: process, fault: 'not its own' });
  throw new Problem('permissionDenied', 'A service may get, acknowledge and push only its own events.');
}
