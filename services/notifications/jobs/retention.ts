import { purge, type Purge } from '../../../lib/retention/purge.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Transacting } from '../../../lib/db/transacting.ts';
import type { DeliveryStore } from '../deliveries/domain/delivery.ts';
import type { NotificationStore } from '../routing/domain/notification.ts';
import type { Inbox } from '../domain/outbox.ts';

type Stores = { deliveries: DeliveryStore; notifications: NotificationStore; inbox: Inbox };
type Deps = { stores: Transacting<Stores>; clock: Clock; retentionMs: number; undeliveredRetentionMs: number };

/**
 * Bodies must outlive the last attempt: attempts span three days, more while a circuit breaker is open. Held messages
 * keep them for the retention of undelivered messages.
 */
const BODY_MARGIN = 3;

/** Everything that deletes old rows of notifications. docs/retention.md lists them. */
export function makePurges({ stores, clock, retentionMs, undeliveredRetentionMs }: Deps): Purge[] {
  const before = (retentions: number) => clock.now() - retentions * retentionMs;
  return [
    purge(stores, 'deliveries', async (s, limit) => (await s.deliveries.purge(before(1), limit)) >= limit),
    purge(
      stores,
      'notifications',
      async (s, limit) => (await s.notifications.purge(before(BODY_MARGIN) - undeliveredRetentionMs, limit)) >= limit,
    ),
    purge(stores, 'inbox', async ({ inbox }, limit) => (await inbox.purge(limit)) >= limit),
  ];
}
