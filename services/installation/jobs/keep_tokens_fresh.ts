import { clearInterval, setInterval } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';
import type { RefreshDueTokens } from '../tokens/usecases/refresh_due_tokens.ts';

type Options = { refreshDueTokens: RefreshDueTokens; log: Log; everyMs: number };

/**
 * Refreshes due tokens in the background, so that a read rarely waits for a refresh and no refresh token expires
 * unused.
 */
export function keepTokensFresh({ refreshDueTokens, log, everyMs }: Options): { stop(): Promise<void> } {
  let running = Promise.resolve();
  let busy = false;
  const stopping = new AbortController();
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = refreshDueTokens(stopping.signal)
      .catch((err: unknown) => log.warn('token refresh round failed', { err }))
      .finally(() => {
        busy = false;
      });
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
