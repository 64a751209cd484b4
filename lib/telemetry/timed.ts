import { performance } from 'node:perf_hooks';
import type { Histogram } from 'prom-client';

/** Adds the time of `work` to a histogram of seconds, however it ends. */
export async function timed<T>(seconds: Histogram, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    return await work();
  } finally {
    seconds.observe((performance.now() - from) / 1_000);
  }
}
