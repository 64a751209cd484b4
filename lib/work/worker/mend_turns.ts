const STEP = 1_000;

/**
 * Checks the ready operations, one step per round, and puts missing owners in line; see mendTurns in the store.
 */
export function mendingRound(queue: {
  mendTurns(from: number, limit: number): Promise<number>;
}): () => Promise<boolean> {
  let from = 0;
  return async function mendTurns() {
    from = await queue.mendTurns(from, STEP);
    return false;
  };
}
