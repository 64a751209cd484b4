import { setTimeout as sleep } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';

/** Measures and waits. Its zero is arbitrary, it never jumps, and it is nobody's wall clock; see clock.ts for that. */
export type Timer = {
  /** Milliseconds. */
  now(): number;
  /** Rejects when the signal aborts. */
  sleep(millis: number, signal?: AbortSignal): Promise<void>;
};

export const systemTimer: Timer = {
  now: () => performance.now(),
  sleep: (millis, signal) => sleep(millis, undefined, signal && { signal }),
};
