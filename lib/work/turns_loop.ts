import type { LoopRow } from '../loop/loops.ts';

const STEP = 1_000;
const EVERY_MS = 5_000;

/** Checks the ready operations, one step per round, and puts missing owners in line; see mendTurns in the store. */
export function turnsLoop(queue: { mendTurns(from: number, limit: number): Promise<number> }): LoopRow {
  let from = 0;
  return {
    name: 'turns',
    everyMs: EVERY_MS,
    async round() {
      from = await queue.mendTurns(from, STEP);
    },
  };
}
