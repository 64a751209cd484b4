import { backgroundTimer, type Timer } from '../time/timer.ts';

/**
 * Waits for a time or a wake-up. A wake-up that arrives while the loop is busy ends its next wait at once, so no
 * wake-up is lost between the search for work and the wait.
 */
type Waker = { wake(): void; wait(ms: number): Promise<void> };

/** The max delay of a timer of Node; a timer with a longer delay fires at once. */
const MAX_WAIT_MS = 2 ** 31 - 1;

export function createWaker(timer: Timer = backgroundTimer): Waker {
  let isWoken = false;
  let waiting: AbortController | undefined;
  return {
    wake() {
      isWoken = true;
      waiting?.abort();
    },
    async wait(ms) {
      if (!isWoken) {
        waiting = new AbortController();
        await timer.sleep(Math.min(ms, MAX_WAIT_MS), waiting.signal).catch(() => {});
      }
      isWoken = false;
      waiting = undefined;
    },
  };
}
