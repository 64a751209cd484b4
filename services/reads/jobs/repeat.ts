import { clearTimeout, setTimeout } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';

export type Repeating = { stop(): Promise<void> };

/** Calls `round` again and again, `everyMillis` after its end, or at once when it answers that there is more. */
export function repeat(name: string, everyMillis: number, log: Log, round: () => Promise<boolean>): Repeating {
  let timer: ReturnType<typeof setTimeout>;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function once(): Promise<void> {
    const hasMore = await round().catch((err: unknown) => {
      log.warn('round failed', { job: name, err });
      return false;
    });
    if (!isStopping) plan(hasMore ? 0 : everyMillis);
  }
  function plan(waitMillis: number): void {
    timer = setTimeout(() => {
      running = once();
    }, waitMillis);
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
