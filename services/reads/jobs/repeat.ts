import { clearTimeout, setTimeout } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';

export type Repeating = { stop(): Promise<void> };

/**
 * Calls `round` again and again, `everyMillis` after its end; at once when it answers that there is more, or after as
 * many milliseconds as it says.
 */
export function repeat(name: string, everyMillis: number, log: Log, round: () => Promise<boolean | number>): Repeating {
  let timer: ReturnType<typeof setTimeout>;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function once(): Promise<void> {
    const more = await round().catch((err: unknown) => {
      log.warn('round failed', { job: name, err });
      return false;
    });
    if (!isStopping) plan(typeof more === 'number' ? more : more ? 0 : everyMillis);
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
