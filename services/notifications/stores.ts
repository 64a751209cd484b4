import type { Knex } from 'knex';
import type { Backlog } from '../../lib/backlog/backlog_loops.ts';
import { sqlCountStore } from '../../lib/counts/count_store.ts';
import { readNow } from '../../lib/db/now.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import { type InboxStore, inboxStore } from '../../lib/events/inbox.ts';
import { type OutboxStore, outboxStore } from '../../lib/events/outbox.ts';
import { outboxBacklog } from '../../lib/events/outbox_backlog.ts';
import type { DeliveryCountStore, DeliveryStore } from './deliveries/delivery.ts';
import { deliveryBacklog } from './deliveries/delivery_backlog_store.ts';
import { sqlDeliveryStore } from './deliveries/delivery_store.ts';
import type { BacklogStore, DeliveryViewStore } from './deliveries/delivery_view.ts';
import { sqlBacklogStore, sqlDeliveryViewStore } from './deliveries/delivery_view_store.ts';
import { sqlClosingStore, sqlReleaseStore } from './destinations/closing_store.ts';
import { sqlDeletedDestinationStore } from './destinations/deleted_destination_store.ts';
import type {
  ClosingStore,
  DeletedDestinationStore,
  DestinationNameStore,
  DestinationStore,
  ReleaseStore,
} from './destinations/destination.ts';
import { FAILING_AFTER, FAILING_AFTER_MS } from './destinations/destination_health.ts';
import { sqlDestinationNameStore } from './destinations/destination_name_store.ts';
import { sqlDestinationStore } from './destinations/destination_store.ts';
import type { HoldStore } from './holds/hold.ts';
import { sqlHoldStore } from './holds/hold_store.ts';
import type { ProbeStore } from './probes/probe.ts';
import { sqlProbeStore } from './probes/probe_store.ts';
import type { QuotaLimits, QuotaStore } from './quota.ts';
import { NO_LIMITS, sqlQuotaStore } from './quota_store.ts';
import type { RecoveryStore } from './recoveries/recovery.ts';
import { sqlRecoveryStore } from './recoveries/recovery_store.ts';
import type { ResendStore } from './resends/resend.ts';
import { sqlResendStore } from './resends/resend_store.ts';
import type { NotificationStore } from './routing/notification.ts';
import { sqlNotificationStore } from './routing/notification_store.ts';
import { sqlEventTopicRouteStore, sqlTopicDestinationRouteStore } from './routing/route_store.ts';
import type { EventTopicRouteStore, TopicDestinationRouteStore, TopicStore } from './routing/topic.ts';
import { sqlTopicStore } from './routing/topic_store.ts';

/** All stores of notifications. A use case names those that it needs. */
export type Stores = {
  destinations: DestinationStore;
  deletedDestinations: DeletedDestinationStore;
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
  resends: ResendStore;
  releases: ReleaseStore;
  probes: ProbeStore;
  recoveries: RecoveryStore;
  notifications: NotificationStore;
  quotas: QuotaStore;
  /** For the metrics. */
  queues: { list(): Promise<Backlog[]> };
  outbox: OutboxStore;
  inbox: InboxStore;
  /** The database's current time, which decides what is due. Unix ms. */
  now(): Promise<number>;
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};

export function sqlStores(db: Knex, limits: QuotaLimits = NO_LIMITS): Stores {
  return {
    destinations: sqlDestinationStore(db),
    deletedDestinations: sqlDeletedDestinationStore(db),
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
    resends: sqlResendStore(db),
    releases: sqlReleaseStore(db),
    probes: sqlProbeStore(db),
    recoveries: sqlRecoveryStore(db),
    notifications: sqlNotificationStore(db),
    quotas: sqlQuotaStore(db, limits),
    queues: {
      list: async () => [
        await deliveryBacklog(db, { failures: FAILING_AFTER, afterMs: FAILING_AFTER_MS }),
        await outboxBacklog(db, 'notifications'),
      ],
    },
    outbox: outboxStore(db),
    inbox: inboxStore(db),
    now: () => readNow(db),
    transaction: (work) => inTransaction(db, (trx) => work(sqlStores(trx, limits))),
  };
}
