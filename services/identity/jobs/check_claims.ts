import { clearInterval, setInterval } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';
import type { CheckDueClaims } from '../claimed_domains/usecases/check_due_claims.ts';

type Options = { checkDueClaims: CheckDueClaims; log: Log; everyMs: number };

/** Checks unproven claims of domains, one round at a time. */
export function checkClaims({ checkDueClaims, log, everyMs }: Options): { stop(): Promise<void> } {
  let running = Promise.resolve();
  let busy = false;
  let stopped = false;
  const round = () => {
    if (busy) return;
    busy = true;
    running = checkDueClaims(() => stopped)
      .then(() => {})
      .catch((err: unknown) => log.warn('round of domain checks failed', { err }))
      .finally(() => {
        busy = false;
      });
  };
  const timer = setInterval(round, everyMs);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
