import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** A monotonic timer, with an arbitrary zero. For wall-clock time see clock.ts. */
export type Timer = {
  /** Milliseconds. */
  now(): number;
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export const systemTimer: Timer = newTimer({});

/** A timer that does not keep the process alive, for work that may end while it waits. */
export const backgroundTimer: Timer = newTimer({ ref: false });

function newTimer(options: { ref?: boolean }): Timer {
  return {
    now: () => performance.now(),
    sleep: (ms, signal) => sleep(ms, undefined, { ...options, ...(signal && { signal }) }),
  };
}
