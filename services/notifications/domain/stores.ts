import type { ClosingStore, DeliveryStore } from '../deliveries/domain/delivery.ts';
import type { DeliveryViewStore } from '../deliveries/domain/delivery_view.ts';
import type { DestinationStore } from '../destinations/domain/destination.ts';
import type { DestinationNameStore } from '../destinations/domain/destination_name.ts';
import type { HoldStore, ReleaseStore } from '../holds/domain/hold.ts';
import type { NotificationStore } from '../routing/domain/notification.ts';
import type { QuotaStore } from './quota.ts';
import type { EventTopicRouteStore, TopicDestinationRouteStore } from '../routing/domain/route.ts';
import type { TopicStore } from '../routing/domain/topic.ts';

/** An event to publish, as made by lib/events. */
export type OutgoingEvent = { id: string; type: string; projectId: string; time: number; payload: object };

/** The service whose outbox has the event. */
type Producer = 'identity' | 'installation' | 'reads' | 'notifications';

export type Stores = {
  destinations: DestinationStore;
  destinationNames: DestinationNameStore;
  topics: TopicStore;
  eventTopicRoutes: EventTopicRouteStore;
  topicDestinationRoutes: TopicDestinationRouteStore;
  deliveries: DeliveryStore;
  deliveryViews: DeliveryViewStore;
  closings: ClosingStore;
  holds: HoldStore;
  releases: ReleaseStore;
  notifications: NotificationStore;
  quotas: QuotaStore;
  outbox: { add(event: OutgoingEvent): Promise<void> };
  /** True for the first arrival of an event id. Call it in the transaction of the effect. */
  inbox: { accept(eventId: string, producer: Producer): Promise<boolean>; purge(limit: number): Promise<number> };
  /** The database's current time, which decides what is due. Unix ms. */
  now(): Promise<number>;
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};
