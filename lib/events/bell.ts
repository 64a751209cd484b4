import { clearTimeout, setTimeout } from 'node:timers';

/**
 * What a worker's loop waits on: the next poll, or somebody saying that there is work now. A ring while the worker is
 * busy is kept for its next wait, so none is missed between looking and waiting.
 */
export type Bell = { ring(): void; wait(ms: number): Promise<void> };

export function createBell(): Bell {
  let rung = false;
  let answer: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      answer?.();
    },
    async wait(ms) {
      if (!rung)
        await new Promise<void>((resolve) => {
          answer = waiter(resolve, ms);
        });
      rung = false;
      answer = undefined;
    },
  };
}

/** The timer does not keep a process alive: a worker that only waits has nothing to finish. */
function waiter(resolve: () => void, ms: number): () => void {
  const timer = setTimeout(resolve, ms).unref();
  return () => {
    clearTimeout(timer);
    resolve();
  };
}
