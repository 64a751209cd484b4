import { clearTimeout, setTimeout } from 'node:timers';

/**
 * What a worker's loop waits on: the next poll or a wake-up. A wake-up that arrives while the worker is busy ends its
 * next wait at once, so none is missed between looking for work and waiting.
 */
export type Waker = { wake(): void; wait(ms: number): Promise<void> };

export function createWaker(): Waker {
  let woken = false;
  let answer: (() => void) | undefined;
  return {
    wake() {
      woken = true;
      answer?.();
    },
    async wait(ms) {
      if (!woken)
        await new Promise<void>((resolve) => {
          answer = waiter(resolve, ms);
        });
      woken = false;
      answer = undefined;
    },
  };
}

/** The timer is unref-ed: a waiting worker has nothing to finish and must not keep the process alive. */
function waiter(resolve: () => void, ms: number): () => void {
  const timer = setTimeout(resolve, ms).unref();
  return () => {
    clearTimeout(timer);
    resolve();
  };
}
