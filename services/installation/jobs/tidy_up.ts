import { clearInterval, setInterval } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';
import type { FinishRemovals } from '../integration_removals/usecases/finish_removals.ts';

type Options = { finishRemovals: FinishRemovals; log: Log; everyMs: number };

/** Finishes interrupted deletions. */
export function tidyUp({ finishRemovals, log, everyMs }: Options): { stop(): Promise<void> } {
  let running = Promise.resolve();
  let busy = false;
  const round = () => {
    if (busy) return;
    busy = true;
    running = finishRemovals()
      .then(() => {})
      .catch((err: unknown) => log.warn('cleanup round failed', { err }))
      .finally(() => {
        busy = false;
      });
  };
  const timer = setInterval(round, everyMs);
  timer.unref();
  round();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
