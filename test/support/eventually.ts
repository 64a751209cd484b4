import { setTimeout as sleep } from 'node:timers/promises';
import { patienceFor } from '../../testbed/timed_out.ts';

/**
 * Repeats `check` until it does not throw. After `timeoutMs` (longer on a slow machine: `patienceFor`) it throws the
 * last error.
 */
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
