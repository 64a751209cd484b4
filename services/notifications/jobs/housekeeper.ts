import { createWaker } from '../../../lib/events/waker.ts';
import type { Log } from '../../../lib/log/log.ts';
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
  const waker = createWaker();
  const state = { stopped: false };
  const sealLater = every(SEAL_AFTER, seal);

  async function round(): Promise<boolean> {
    let mayBeMore = false;
    for (const step of [close, release, expire, announce, sealLater]) mayBeMore = (await step()) || mayBeMore;
    return mayBeMore;
  }
  async function run(): Promise<void> {
    while (!state.stopped) {
      const mayBeMore = await round().catch((err: unknown) => {
        log.warn('housekeeping failed', { err });
        return false;
      });
      if (!mayBeMore && !state.stopped) await waker.wait(POLL);
    }
  }
  const running = run();
  return {
    wake: waker.wake,
    async stop() {
      state.stopped = true;
      waker.wake();
      await running;
    },
  };
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
