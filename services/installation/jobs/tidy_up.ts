import { clearInterval, setInterval } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';
import type { FinishRemovals } from '../usecases/finish_removals.ts';
import type { PurgeUploads } from '../usecases/purge_uploads.ts';

type Options = { finishRemovals: FinishRemovals; purgeUploads: PurgeUploads; log: Log; everyMs: number };

/** Finishes interrupted deletions and deletes old uploads. */
export function tidyUp({ finishRemovals, purgeUploads, log, everyMs }: Options): { stop(): Promise<void> } {
  let running = Promise.resolve();
  let busy = false;
  const round = () => {
    if (busy) return;
    busy = true;
    running = finishRemovals()
      .then(async () => void (await purgeUploads()))
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
