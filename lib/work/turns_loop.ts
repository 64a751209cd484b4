import type { LoopDefinition } from '../loop/loops.ts';

const ROWS_PER_ROUND = 1_000;
const EVERY_MS = 5_000;

/** Puts owners in line that are missing there, one step per round; see `repairTurns` in turn_rows.ts. */
export function turnsLoop(queue: { repairTurns(from: number, limit: number): Promise<number> }): LoopDefinition {
  let from = 0;
  return {
    name: 'turns',
    everyMs: EVERY_MS,
    async round() {
      from = await queue.repairTurns(from, ROWS_PER_ROUND);
    },
  };
}
