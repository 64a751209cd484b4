import type { Log } from '../../../lib/log/log.ts';
import { Problem } from '../../../lib/problem/problem.ts';

/** Work that goes on when its caller no longer waits, so that a process can wait for it before it ends. */
export type UnderWay = { add(work: Promise<unknown>): void; settled(): Promise<void> };

export function createUnderWay(log: Log): UnderWay {
  const all = new Set<Promise<unknown>>();
  return {
    add(work) {
      // A Problem has had its effect on the row; anything else would otherwise be seen only by a caller that left.
      const watched = work.catch((err: unknown) => {
        if (!(err instanceof Problem)) log.warn('token renewal failed', { err });
      });
      all.add(watched);
      void watched.finally(() => all.delete(watched));
    },
    async settled() {
      while (all.size > 0) await Promise.all(all);
    },
  };
}
