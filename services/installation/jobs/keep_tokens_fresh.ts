import { clearInterval, setInterval } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';
import type { RenewDueTokens } from '../usecases/renew_due_tokens.ts';

type Options = { renewDueTokens: RenewDueTokens; log: Log; everyMillis: number };

/** Renews in the background what is due, so that a read rarely waits for it and no refresh token falls asleep. */
export function keepTokensFresh({ renewDueTokens, log, everyMillis }: Options): { stop(): Promise<void> } {
  let running = Promise.resolve();
  let busy = false;
  const stopping = new AbortController();
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    running = renewDueTokens(stopping.signal)
      .catch((err: unknown) => log.warn('token round failed', { err }))
      .finally(() => {
        busy = false;
      });
  }, everyMillis);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
