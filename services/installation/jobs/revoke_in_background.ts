import { clearInterval, setInterval } from 'node:timers';
import type { Log } from '../../../lib/log/log.ts';
import type { RevokeTokens } from '../usecases/revoke_tokens.ts';

type Options = { revokeTokens: RevokeTokens; log: Log; everyMillis: number };
export type Revoker = {
  /** There may be something to revoke. */
  nudge(): void;
  stop(): Promise<void>;
};

/** Revokes what deleted connections left, one round at a time: when told, and now and then for what waits. */
export function revokeInBackground({ revokeTokens, log, everyMillis }: Options): Revoker {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopping = false;
  const timer = setInterval(nudge, everyMillis);
  timer.unref();

  function nudge(): void {
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
        (err: unknown) => log.warn('round of revocations failed', { err }),
      );
    }
  }
  return {
    nudge,
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
