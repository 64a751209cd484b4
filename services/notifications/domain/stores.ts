import type { ClosingStore, DeliveryStore } from './delivery.ts';
import type { DeliveryViewStore } from './delivery_view.ts';
import type { DestinationStore } from './destination.ts';
import type { NotificationStore } from './notification.ts';
import type { EventTopicRouteStore, TopicDestinationRouteStore } from './route.ts';
import type { TopicStore } from './topic.ts';

/** An event to publish, as made by lib/events. */
export type OutgoingEvent = { id: string; type: string; projectId: string; time: number; payload: object };

export type Stores = {
  destinations: DestinationStore;
  topics: TopicStore;
  eventTopicRoutes: EventTopicRouteStore;
  topicDestinationRoutes: TopicDestinationRouteStore;
  deliveries: DeliveryStore;
  deliveryViews: DeliveryViewStore;
  closings: ClosingStore;
  notifications: NotificationStore;
  outbox: { add(event: OutgoingEvent): Promise<void> };
  /** True for the first arrival of an event id. Call it in the transaction of the effect. */
  inbox: { accept(eventId: string): Promise<boolean> };
  /** The database's current time, which decides what is due. Unix ms. */
  now(): Promise<number>;
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};
