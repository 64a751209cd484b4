import { clearInterval, setInterval } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';
import type { RevokeTokens } from '../revocations/usecases/revoke_tokens.ts';

type Options = { revokeTokens: RevokeTokens; log: Log; everyMs: number };
export type Revoker = {
  /** Wakes the loop: there may be something to revoke. */
  wake(): void;
  stop(): Promise<void>;
};

/** Revokes tokens of deleted connections, one round at a time: when woken, and at an interval for retries. */
export function revokeInBackground({ revokeTokens, log, everyMs }: Options): Revoker {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopping = false;
  const timer = setInterval(wake, everyMs);
  timer.unref();

  function wake(): void {
    isAskedAgain = true;
    if (!isStopping) running ??= rounds().finally(() => (running = undefined));
  }

  async function rounds(): Promise<void> {
    while (isAskedAgain && !isStopping) {
      isAskedAgain = false;
      await revokeTokens().then(
        (hasMore) => {
          isAskedAgain ||= hasMore;
        },
        (err: unknown) => log.warn('revocation round failed', { err }),
      );
    }
  }
  return {
    wake,
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
