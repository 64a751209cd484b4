/**
 * One rule that deletes old rows. `run` deletes at most `limit` rows of a table in one short transaction, in index
 * order, and returns whether more may be due.
 */
export type PurgeRule = { name: string; run(limit: number): Promise<PurgeResult> };

/** `workMs`: the time inside the transaction, without the wait for it. */
export type PurgeResult = { hasMore: boolean; workMs: number };

type TransactionRunner<S> = { transaction<T>(work: (stores: S) => Promise<T>): Promise<T> };

/** Creates a rule. `drop` deletes up to `limit` rows and returns true when it found `limit` rows. */
export function purgeRule<S>(
  stores: TransactionRunner<S>,
  name: string,
  drop: (stores: S, limit: number) => Promise<boolean>,
): PurgeRule {
  return {
    name,
    run: (limit) =>
      stores.transaction(async (s) => {
        const start = performance.now();
        const hasMore = await drop(s, limit);
        return { hasMore, workMs: performance.now() - start };
      }),
  };
}
