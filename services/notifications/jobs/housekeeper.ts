import { createWaker } from '../../../lib/events/waker.ts';
import type { Log } from '../../../lib/log/log.ts';
import type { CloseDeliveries } from '../usecases/close_deliveries.ts';

export type Housekeeper = { wake(): void; stop(): Promise<void> };

const POLL = 1_000;

/** Finishes the queues of disabled and deleted destinations. Safe to run in many replicas. */
export function startHousekeeper({ close, log }: { close: CloseDeliveries; log: Log }): Housekeeper {
  const waker = createWaker();
  const state = { stopped: false };

  async function run(): Promise<void> {
    while (!state.stopped) {
      const mayBeMore = await close().catch((err: unknown) => {
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
