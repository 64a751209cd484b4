import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until `check` no longer throws; after `timeoutMs` throws what it threw last. */
export async function eventually(check: () => Promise<void>, timeoutMs = 10_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (err) {
      if (performance.now() > end) throw err;
    }
    await sleep(20);
  }
}
