import type { LoopRow } from '../../../lib/loop/loops.ts';
import type { OperationStore } from '../operations/domain/operation_store.ts';

const STEP = 1_000;
const EVERY_MS = 5_000;

/**
 * Checks the ready operations, one step per round, and puts missing installations in line; see mendTurns in the store.
 */
export function turnsLoop(operations: Pick<OperationStore, 'mendTurns'>): LoopRow {
  let from = 0;
  return {
    name: 'turns',
    everyMs: EVERY_MS,
    async round() {
      from = await operations.mendTurns(from, STEP);
    },
  };
}
