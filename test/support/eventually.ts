import { setTimeout as sleep } from 'node:timers/promises';

/** Retries `check` until it no longer throws; after `timeoutMs` throws its last error. */
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
