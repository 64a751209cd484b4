import { COUNTS_KEPT_MS } from '../../../lib/counts/counts.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import { DAY_MS, type RetentionRule } from '../../../lib/retention/retention.ts';
import type { DeliveryCountStore, DeliveryStore } from '../deliveries/delivery.ts';
import type { DeletedDestinationStore } from '../destinations/destination.ts';
import type { RecoveryStore } from '../recoveries/recovery.ts';
import type { NotificationStore } from '../routing/notification.ts';

type Stores = {
  deletedDestinations: DeletedDestinationStore;
  deliveries: DeliveryStore;
  notifications: NotificationStore;
  recoveries: RecoveryStore;
  counts: DeliveryCountStore;
  inbox: InboxStore;
};

type RetentionConfig = { retention: number; undeliveredRetention: number };

/**
 * How many times longer than a finished delivery the body of a notification is kept. The body is needed until the last
 * attempt: attempts span three days, or more while a circuit breaker is open. For held messages, the retention of
 * undelivered messages is added.
 */
const BODY_MARGIN = 3;
/** Recoveries are kept for a month, so that an operator can see later which messages were sent again. */
const RECOVERIES_KEPT_MS = 30 * DAY_MS;

/** The data of the service `notifications` that is deleted by age. */
export function retentions({ retention, undeliveredRetention }: RetentionConfig): RetentionRule<Stores>[] {
  return [
    {
      name: 'deliveries',
      what: 'final deliveries, with their attempts',
      afterMs: retention,
      drop: (s, before, limit) => s.deliveries.purge(before, limit),
    },
    {
      name: 'notifications',
      what: 'bodies of notifications',
      afterMs: BODY_MARGIN * retention + undeliveredRetention,
      drop: (s, before, limit) => s.notifications.purge(before, limit),
    },
    {
      name: 'recoveries',
      what: 'recoveries that have ended',
      afterMs: RECOVERIES_KEPT_MS,
      drop: (s, before, limit) => s.recoveries.purge(before, limit),
    },
    {
      name: 'deletedDestinations',
      what: 'deleted destinations, by which their last deliveries are listed',
      afterMs: retention + undeliveredRetention,
      drop: (s, before, limit) => s.deletedDestinations.purge(before, limit),
    },
    {
      name: 'counts',
      what: 'counts of deliveries over time',
      afterMs: COUNTS_KEPT_MS,
      drop: (s, before, limit) => s.counts.purge(before, limit),
    },
    {
      name: 'inbox',
      what: 'ids of events that cannot arrive again',
      afterMs: 0,
      drop: (s, _now, limit) => s.inbox.purge(limit),
    },
  ];
}
