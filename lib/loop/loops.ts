import type { Log } from '../log/log.ts';
import { type LoopOptions, startLoop } from './loop.ts';

/** One row of a service's table of loops (`jobs/loops.ts`). */
export type LoopDefinition = Omit<LoopOptions, 'log' | 'timer' | 'random'>;

export type RunningLoops = {
  wake(name: string): void;
  stop(): Promise<void>;
};

export function startLoops(rows: readonly LoopDefinition[], log: Log): RunningLoops {
  const loops = new Map(rows.map((row) => [row.name, startLoop({ ...row, log })]));
  return {
    wake: (name) => loops.get(name)?.wake(),
    async stop() {
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}
