import { createWaker } from '../../../lib/events/waker.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { CloseDeliveries } from '../usecases/close_deliveries.ts';
import type { AnnounceDestinations } from '../usecases/announce_destinations.ts';
import type { ExpireHolds } from '../usecases/expire_holds.ts';
import type { PurgeDeliveries } from '../usecases/purge_deliveries.ts';
import type { ReleaseHolds } from '../usecases/release_holds.ts';

export type Housekeeper = { wake(): void; stop(): Promise<void> };

const POLL = 1_000;
const PURGE_EVERY = 600_000;

/**
 * Holds or cancels the queues of disabled and deleted destinations, releases those of active ones, and deletes old rows.
 * Safe to run in many replicas.
 */
export function startHousekeeper({
  close,
  release,
  expire,
  announce,
  purge,
  log,
}: {
  close: CloseDeliveries;
  release: ReleaseHolds;
  expire: ExpireHolds;
  announce: AnnounceDestinations;
  purge: PurgeDeliveries;
  log: Log;
}): Housekeeper {
  const waker = createWaker();
  const state = { stopped: false, purgeAt: performance.now() + PURGE_EVERY };

  async function round(): Promise<boolean> {
    let mayBeMore = false;
    for (const step of [close, release, expire, announce]) mayBeMore = (await step()) || mayBeMore;
    if (performance.now() < state.purgeAt) return mayBeMore;
    const mayPurgeMore = await purge();
    if (!mayPurgeMore) state.purgeAt = performance.now() + PURGE_EVERY;
    return mayBeMore || mayPurgeMore;
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
