import { setTimeout as sleep } from 'node:timers/promises';
import { patienceFor } from '../../testbed/timed_out.ts';

/** Retries `check` until it no longer throws; throws its last error after `timeoutMs`, or later (`patienceFor`). */
export async function eventually(check: () => Promise<void>, timeoutMs = 10_000): Promise<void> {
  const end = performance.now() + patienceFor(timeoutMs);
  for (;;) {
    try {
      return await check();
    } catch (err) {
      if (performance.now() > end) throw err;
    }
    await sleep(20);
  }
}
