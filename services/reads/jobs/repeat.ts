import { clearTimeout, setTimeout } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';

export type Repeating = { stop(): Promise<void> };

/**
 * Calls `round` repeatedly, `everyMs` after the end of the previous call. If it returns true there is more work and
 * the next call follows at once; if it returns a number, the next call follows after that many ms.
 */
export function repeat(name: string, everyMs: number, log: Log, round: () => Promise<boolean | number>): Repeating {
  let timer: ReturnType<typeof setTimeout>;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function once(): Promise<void> {
    const more = await round().catch((err: unknown) => {
      log.warn('round failed', { job: name, err });
      return false;
    });
    if (!isStopping) plan(typeof more === 'number' ? more : more ? 0 : everyMs);
  }
  function plan(waitMs: number): void {
    timer = setTimeout(() => {
      running = once();
    }, waitMs);
  }

  plan(0);
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
