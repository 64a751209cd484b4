import type { Knex } from 'knex';
import { readNow } from '../../lib/db/now.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import { sqlCountStore } from '../../lib/counts/count_store.ts';
import { inboxStore } from '../../lib/events/inbox.ts';
import { outboxStore } from '../../lib/events/outbox.ts';
import { sqlBacklogStore } from './deliveries/store/backlog_store.ts';
import { sqlClosingStore } from './destinations/store/closing_store.ts';
import { sqlDeliveryStore } from './deliveries/store/delivery_store.ts';
import { sqlDestinationNameStore } from './destinations/store/destination_name_store.ts';
import { sqlDeliveryViewStore } from './deliveries/store/delivery_view_store.ts';
import { sqlDestinationStore } from './destinations/store/destination_store.ts';
import { sqlEventTopicRouteStore } from './routing/store/event_topic_route_store.ts';
import { sqlHoldStore } from './holds/store/hold_store.ts';
import { sqlNotificationStore } from './routing/store/notification_store.ts';
import { NO_LIMITS, type QuotaLimits, sqlQuotaStore } from './store/quota_store.ts';
import { sqlReleaseStore } from './destinations/store/release_store.ts';
import { sqlTopicDestinationRouteStore } from './routing/store/topic_destination_route_store.ts';
import { sqlTopicStore } from './routing/store/topic_store.ts';
import type { Inbox, Outbox } from './domain/outbox.ts';
import type { BacklogStore } from './deliveries/domain/backlog.ts';
import type { DeliveryStore } from './deliveries/domain/delivery.ts';
import type { DeliveryCountStore } from './deliveries/domain/delivery_counts.ts';
import type { ClosingStore } from './destinations/domain/closing.ts';
import type { ReleaseStore } from './destinations/domain/release.ts';
import type { DeliveryViewStore } from './deliveries/domain/delivery_view.ts';
import type { DestinationStore } from './destinations/domain/destination.ts';
import type { DestinationNameStore } from './destinations/domain/destination_name.ts';
import type { HoldStore } from './holds/domain/hold.ts';
import type { NotificationStore } from './routing/domain/notification.ts';
import type { QuotaStore } from './domain/quota.ts';
import type { EventTopicRouteStore, TopicDestinationRouteStore } from './routing/domain/route.ts';
import type { TopicStore } from './routing/domain/topic.ts';

/** All stores of notifications. A use case names those that it needs. */
export type Stores = {
  destinations: DestinationStore;
  destinationNames: DestinationNameStore;
  topics: TopicStore;
  eventTopicRoutes: EventTopicRouteStore;
  topicDestinationRoutes: TopicDestinationRouteStore;
  deliveries: DeliveryStore;
  deliveryViews: DeliveryViewStore;
  backlogs: BacklogStore;
  counts: DeliveryCountStore;
  closings: ClosingStore;
  holds: HoldStore;
  releases: ReleaseStore;
  notifications: NotificationStore;
  quotas: QuotaStore;
  outbox: Outbox;
  inbox: Inbox;
  /** The database's current time, which decides what is due. Unix ms. */
  now(): Promise<number>;
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};

export function sqlStores(db: Knex, limits: QuotaLimits = NO_LIMITS): Stores {
  return {
    destinations: sqlDestinationStore(db),
    destinationNames: sqlDestinationNameStore(db),
    topics: sqlTopicStore(db),
    eventTopicRoutes: sqlEventTopicRouteStore(db),
    topicDestinationRoutes: sqlTopicDestinationRouteStore(db),
    deliveries: sqlDeliveryStore(db),
    deliveryViews: sqlDeliveryViewStore(db),
    backlogs: sqlBacklogStore(db),
    counts: sqlCountStore(db),
    closings: sqlClosingStore(db),
    holds: sqlHoldStore(db),
    releases: sqlReleaseStore(db),
    notifications: sqlNotificationStore(db),
    quotas: sqlQuotaStore(db, limits),
    outbox: outboxStore(db),
    inbox: inboxStore(db),
    now: () => readNow(db),
    transaction: (work) => inTransaction(db, (trx) => work(sqlStores(trx, limits))),
  };
}
