import type { Service } from '../trust/arrows.ts';
import type { CausewayEvent } from './event.ts';
import type { WakeTopic } from './wake_topics.ts';

/**
 * The message bus between services. It carries events to consumers, acknowledgements back to producers, and wake-ups to
 * workers. The bus may lose, delay, repeat and reorder all of these messages. So everything that must not be lost is a
 * database row: an event is in the outbox of its producer, and work is in the tables of its service.
 *
 * - `publish` sends events. It throws when the bus did not accept them.
 * - `subscribe` passes each event to `handler` in one replica of the consumer, never on the publisher's stack. An error
 *   of the handler does not cause a redelivery.
 * - `ack` tells one replica of the producer which events a consumer has handled.
 * - `wake` tells every replica that listens on a topic to look at its tables now instead of at the next poll. The loops
 *   of this process are woken even without a connection.
 */
export type EventPublication = {
  producer: Service;
  event: CausewayEvent;
  /** Consumers that have not acknowledged the event yet. */
  consumers: readonly Service[];
  /** 1 for the first publication of the event, 2 for the second, and so on. */
  attempt: number;
};

export type BusSubscription = { stop(): Promise<void> };
export type EventHandler = (event: CausewayEvent, producer: Service) => Promise<void>;
export type AcknowledgementHandler = (consumer: Service, eventIds: string[]) => Promise<void>;

export type EventBus = {
  publish(publications: readonly EventPublication[]): Promise<void>;
  subscribe(consumer: Service, handler: EventHandler): Promise<BusSubscription>;
  ack(producer: Service, consumer: Service, eventIds: readonly string[]): void;
  onAck(producer: Service, handler: AcknowledgementHandler): BusSubscription;
  wake(topic: WakeTopic): void;
  onWake(topic: WakeTopic, handler: () => void): BusSubscription;
  /** True when all services run in this process. Such services cannot lose the bus. */
  readonly isLocal: boolean;
  /** Whether there is a connection now. */
  isConnected(): boolean;
  /**
   * False while events may be stuck or lost: without a connection, and for 10 s after a connection or a request failed.
   * While it is false, services also send events by RPC (direct/).
   */
  isHealthy(): boolean;
  /** Waits for running handlers; no events arrive afterwards. */
  close(): Promise<void>;
};
