import type { Log } from '../../../lib/log/log.ts';
import { startLoop } from '../../../lib/loop/loop.ts';
import type { CloseDeliveries } from '../holds/usecases/close_deliveries.ts';
import type { AnnounceDestinations } from '../destinations/usecases/announce_destinations.ts';
import type { ExpireHolds } from '../holds/usecases/expire_holds.ts';
import type { SealHeaders } from '../destinations/usecases/seal_headers.ts';
import type { ReleaseHolds } from '../holds/usecases/release_holds.ts';

export type Housekeeper = { wake(): void; stop(): Promise<void> };

const POLL = 1_000;
/**
 * How long headers in clear stay so after a start, ms. While an upgrade is rolling, processes of the earlier version
 * still deliver, and they know only headers in clear.
 */
const SEAL_AFTER = 10 * 60_000;

/**
 * Holds or cancels the queues of disabled and deleted destinations, and releases those of active ones. Safe to run in
 * many replicas.
 */
export function startHousekeeper({
  close,
  release,
  expire,
  announce,
  seal,
  log,
}: {
  close: CloseDeliveries;
  release: ReleaseHolds;
  expire: ExpireHolds;
  announce: AnnounceDestinations;
  seal: SealHeaders;
  log: Log;
}): Housekeeper {
  const steps = [close, release, expire, announce, every(SEAL_AFTER, seal)];
  return startLoop({
    name: 'housekeeping',
    everyMs: POLL,
    log,
    async round() {
      let mayBeMore = false;
      for (const step of steps) mayBeMore = (await step()) || mayBeMore;
      return mayBeMore;
    },
  });
}

/** Runs the step until it is done, for the first time after `ms`, and again after the same time. */
function every(ms: number, step: () => Promise<boolean>): () => Promise<boolean> {
  let due = performance.now() + ms;
  return async () => {
    if (performance.now() < due) return false;
    const mayBeMore = await step();
    if (!mayBeMore) due = performance.now() + ms;
    return mayBeMore;
  };
}
