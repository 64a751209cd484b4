import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../domain/stores.ts';

export type PurgeDeliveries = ReturnType<typeof makePurgeDeliveries>;

const AT_ONCE = 500;
/** A body may still be wanted by the last attempt of a delivery: those span three days, and more when it was spared. */
const BODY_MARGIN = 2;

/** Forgets what was finished longer ago than `retentionMs`, a batch; answers whether there is more. */
export function makePurgeDeliveries({
  stores,
  clock,
  retentionMs,
}: {
  stores: Stores;
  clock: Clock;
  retentionMs: number;
}) {
  return async function purgeDeliveries(): Promise<boolean> {
    const before = clock.now() - retentionMs;
    const deliveries = await stores.transaction((s) => s.deliveries.purge(before, AT_ONCE));
    const notifications = await stores.notifications.purge(before - BODY_MARGIN * retentionMs, AT_ONCE);
    return deliveries >= AT_ONCE || notifications >= AT_ONCE;
  };
}
