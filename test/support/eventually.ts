import { setTimeout as sleep } from 'node:timers/promises';
import { patienceFor } from '../../testbed/timed_out.ts';

/**
 * Repeats `check` until it does not throw. Throws its last error after `timeoutMs`, which `patienceFor` extends for busy
 * machines.
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
