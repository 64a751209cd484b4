import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';

export type PurgeDeliveries = ReturnType<typeof makePurgeDeliveries>;

const AT_ONCE = 500;
/** Bodies must outlive the last attempt: attempts span three days, more while a circuit breaker is open. */
const BODY_MARGIN = 2;

/** Deletes one batch of deliveries that were finished more than `retentionMs` ago. Returns whether there is more. */
export function makePurgeDeliveries({
  stores,
  clock,
  retentionMs,
  undeliveredRetentionMs,
}: {
  stores: Stores;
  clock: Clock;
  retentionMs: number;
  /** Held notifications keep their bodies for so long. */
  undeliveredRetentionMs: number;
}) {
  return async function purgeDeliveries(): Promise<boolean> {
    const before = clock.now() - retentionMs;
    const deliveries = await stores.transaction((s) => s.deliveries.purge(before, AT_ONCE));
    const notifications = await stores.notifications.purge(
      before - BODY_MARGIN * retentionMs - undeliveredRetentionMs,
      AT_ONCE,
    );
    return deliveries >= AT_ONCE || notifications >= AT_ONCE;
  };
}
