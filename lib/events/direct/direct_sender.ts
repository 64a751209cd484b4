import type { NewId } from '../../ids/ids.ts';
import type { Log } from '../../log/log.ts';
import { systemCall } from '../../rpc/call.ts';
import type { ServiceClient } from '../../rpc/services.ts';
import type { Clock } from '../../time/clock.ts';
import type { Service } from '../../trust/arrows.ts';
import type { HandleEvents } from '../consumer.ts';
import type { CausewayEvent } from '../event.ts';
import type { DueEvent, OutboxQueue } from '../outbox_queue.ts';
import { directWayOf } from './event_ways.ts';
import { eventsThatFit, toWireEvent } from './wire_event.ts';

/**
 * Sends events without the bus to consumers that can't pull them: to the producer itself, in this process, and to the
 * services that the producer calls, by RPC. It runs beside the relay, with one request per consumer at a time. During a
 * request, further events for this consumer are dropped; the relay offers them again later. So a consumer that does not
 * answer does not delay the events of others.
 */
export type DirectSender = {
  offer(due: readonly DueEvent[]): void;
  /** Waits for running requests; their acknowledgements need the database. */
  stop(): Promise<void>;
};

type DirectSenderOptions = {
  producer: Service;
  queue: OutboxQueue;
  /** The services that the producer calls. */
  clients: { readonly [S in Service]?: ServiceClient<'events'> };
  handleEvents: HandleEvents;
  log: Log;
  newId: NewId;
  clock: Clock;
};

const TIMEOUT_MS = 5_000;

export function createDirectSender(options: DirectSenderOptions): DirectSender {
  const { producer, queue, log } = options;
  const running = new Map<Service, Promise<void>>();

  async function send(consumer: Service, events: CausewayEvent[]): Promise<void> {
    try {
      for (let rest = events; rest.length > 0; ) {
        const { handled, sent } = await sendSome(options, consumer, rest);
        if (handled.length > 0) await queue.ack(consumer, handled);
        rest = rest.slice(sent);
      }
    } catch (err) {
      log.debug('events not sent by RPC', { consumer, err });
    }
  }

  return {
    offer(due) {
      for (const [consumer, events] of byConsumer(producer, due)) {
        if (running.has(consumer)) continue;
        running.set(
          consumer,
          send(consumer, events).finally(() => running.delete(consumer)),
        );
      }
    },
    async stop() {
      await Promise.all(running.values());
    },
  };
}

async function sendSome(
  { producer, clients, handleEvents, newId, clock }: DirectSenderOptions,
  consumer: Service,
  events: CausewayEvent[],
): Promise<{ handled: string[]; sent: number }> {
  if (consumer === producer) return { handled: await handleEvents(events), sent: events.length };
  const some = eventsThatFit(events.map(toWireEvent));
  const client = clients[consumer];
  if (!client) return { handled: [], sent: events.length };
  const { handledIds } = await client.pushEvents(systemCall(producer, { newId, clock }, TIMEOUT_MS), { events: some });
  return { handled: handledIds, sent: some.length };
}

function byConsumer(producer: Service, due: readonly DueEvent[]): Map<Service, CausewayEvent[]> {
  const grouped = new Map<Service, CausewayEvent[]>();
  for (const { event, consumers } of due)
    for (const consumer of consumers)
      if (directWayOf(producer, consumer) !== 'pull') grouped.set(consumer, [...(grouped.get(consumer) ?? []), event]);
  return grouped;
}
