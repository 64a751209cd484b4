import type { ClosingStore, DeliveryStore } from './delivery.ts';
import type { DestinationStore } from './destination.ts';
import type { NotificationStore } from './notification.ts';
import type { EventTopicRouteStore, TopicDestinationRouteStore } from './route.ts';
import type { TopicStore } from './topic.ts';

/** An event of ours, as lib/events makes it. */
export type OutgoingEvent = { id: string; type: string; projectId: string; time: number; payload: object };

export type Stores = {
  destinations: DestinationStore;
  topics: TopicStore;
  eventTopicRoutes: EventTopicRouteStore;
  topicDestinationRoutes: TopicDestinationRouteStore;
  deliveries: DeliveryStore;
  closings: ClosingStore;
  notifications: NotificationStore;
  outbox: { add(event: OutgoingEvent): Promise<void> };
  /** True the first time an event id is seen; in the transaction of its effect. */
  inbox: { accept(eventId: string): Promise<boolean> };
  /** Now by the database's clock, the one that says what is due. Unix ms. */
  now(): Promise<number>;
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};
