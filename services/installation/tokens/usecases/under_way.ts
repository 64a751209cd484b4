import type { Log } from '../../../../lib/log/log.ts';
import { Problem } from '../../../../lib/problem/problem.ts';

/** Tracks work that continues after its caller stopped waiting, so that the process can wait for it before it exits. */
export type UnderWay = { add(work: Promise<unknown>): void; settled(): Promise<void> };

export function createUnderWay(log: Log): UnderWay {
  const all = new Set<Promise<unknown>>();
  return {
    add(work) {
      // A Problem is already recorded in the row. Log other errors here, because the caller may no longer wait.
      const watched = work.catch((err: unknown) => {
        if (!(err instanceof Problem)) log.warn('token refresh failed', { err });
      });
      all.add(watched);
      void watched.finally(() => all.delete(watched));
    },
    async settled() {
      while (all.size > 0) await Promise.all(all);
    },
  };
}
