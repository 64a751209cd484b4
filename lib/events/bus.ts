import type { Service } from './catalog.ts';
import type { CausewayEvent } from './event.ts';

/**
 * The bell between services. It carries an event to a consumer, the consumer's acknowledgement back to the producer,
 * and wake-ups to workers; and it may lose, delay, repeat and reorder all of them. What must not be lost is a row
 * somewhere: the event in its producer's outbox, the work in its service's tables.
 *
 * - `publish` rings for events. It throws when it knows that the bus did not take them.
 * - `subscribe` hands each event to `handler`, on a stack of its own, to one replica of the consumer. What the handler
 *   throws is its own affair; nothing is delivered again on that account.
 * - `ack` tells a producer what a consumer is done with; one replica of the producer hears it.
 * - `wake` tells every replica that listens on a topic to look at its tables now rather than at the next poll.
 */
export type Ring = {
  producer: Service;
  event: CausewayEvent;
  /** Who has not acknowledged it yet. */
  consumers: readonly Service[];
  /** 1 for the first time, then counting. */
  ring: number;
};

export type Subscription = { stop(): Promise<void> };
export type OnEvent = (event: CausewayEvent, producer: Service) => Promise<void>;
export type OnAck = (consumer: Service, eventIds: string[]) => Promise<void>;

export type Bus = {
  publish(rings: readonly Ring[]): Promise<void>;
  subscribe(consumer: Service, handler: OnEvent): Promise<Subscription>;
  ack(producer: Service, consumer: Service, eventIds: readonly string[]): void;
  onAck(producer: Service, handler: OnAck): Subscription;
  /** `topic` is a constant of ours: lower-case letters, digits and `_`. */
  wake(topic: string): void;
  onWake(topic: string, handler: () => void): Subscription;
  /** Waits for handlers that run; nothing arrives afterwards. */
  close(): Promise<void>;
};
