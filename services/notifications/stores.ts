import type { Knex } from 'knex';
import { sqlCountStore } from '../../lib/counts/count_store.ts';
import { readNow } from '../../lib/db/now.ts';
import type { TransactionalStores } from '../../lib/db/transacting.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import { inboxStore } from '../../lib/events/inbox.ts';
import { outboxStore } from '../../lib/events/outbox.ts';
import { outboxBacklog } from '../../lib/events/outbox_backlog.ts';
import type { DELIVERY_KINDS } from './deliveries/delivery.ts';
import { deliveryBacklog } from './deliveries/delivery_backlog_store.ts';
import { sqlDeliveryStore } from './deliveries/delivery_store.ts';
import { sqlBacklogStore, sqlDeliveryViewStore } from './deliveries/delivery_view_store.ts';
import { sqlClosingStore, sqlReleaseStore } from './destinations/closing_store.ts';
import { sqlDeletedDestinationStore } from './destinations/deleted_destination_store.ts';
import { FAILING_RULE } from './destinations/destination_health.ts';
import { sqlDestinationNameStore } from './destinations/destination_name_store.ts';
import { sqlDestinationStore } from './destinations/destination_store.ts';
import { sqlHoldStore } from './holds/hold_store.ts';
import { sqlProbeStore } from './probes/probe_store.ts';
import type { QuotaLimits } from './quota.ts';
import { NO_LIMITS, sqlQuotaStore } from './quota_store.ts';
import { sqlRecoveryStore } from './recoveries/recovery_store.ts';
import { sqlResendStore } from './resends/resend_store.ts';
import { sqlNotificationStore } from './routing/notification_store.ts';
import { sqlEventTopicRouteStore, sqlTopicDestinationRouteStore, sqlTopicStore } from './routing/topic_store.ts';

/** Creates every store of the service, on the database or on a transaction. */
function storesOn(db: Knex, limits: QuotaLimits) {
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
    counts: sqlCountStore<(typeof DELIVERY_KINDS)[number]>(db),
    closings: sqlClosingStore(db),
    holds: sqlHoldStore(db),
    resends: sqlResendStore(db),
    releases: sqlReleaseStore(db),
    probes: sqlProbeStore(db),
    recoveries: sqlRecoveryStore(db),
    notifications: sqlNotificationStore(db),
    quotas: sqlQuotaStore(db, limits),
    /** The lengths of the queues, for the metrics. */
    queues: {
      list: async () => [await deliveryBacklog(db, FAILING_RULE), await outboxBacklog(db, 'notifications')],
    },
    outbox: outboxStore(db),
    inbox: inboxStore(db),
    /** The database's current time, which decides which rows are due. Unix ms. */
    now: () => readNow(db),
  };
}

export type Stores = TransactionalStores<ReturnType<typeof storesOn>>;

export function sqlStores(db: Knex, limits: QuotaLimits = NO_LIMITS): Stores {
  return {
    ...storesOn(db, limits),
    transaction: (work) => inTransaction(db, (trx) => work(storesOn(trx, limits))),
  };
}
