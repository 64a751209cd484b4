import type { OperationStore } from '../operations/domain/operation_store.ts';

const STEP = 1_000;

/**
 * Checks the ready operations, one step per round, and puts missing installations in line; see mendTurns in the store.
 */
export function mendingRound(operations: Pick<OperationStore, 'mendTurns'>): () => Promise<boolean> {
  let from = 0;
  return async function mendTurns() {
    from = await operations.mendTurns(from, STEP);
    return false;
  };
}
