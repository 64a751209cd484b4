import { backgroundTimer, type Timer } from '../time/timer.ts';

/**
 * What a loop waits on: the next round or a wake-up. A wake-up that arrives while the loop is busy ends its next wait at
 * once, so none is missed between looking for work and waiting.
 */
type Waker = { wake(): void; wait(ms: number): Promise<void> };

/** The max wait of a timer of Node; a longer one would end at once. */
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
