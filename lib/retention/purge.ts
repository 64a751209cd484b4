/**
 * One rule that deletes old rows. `run` deletes at most `limit` rows of a table in one short transaction, in index
 * order, and returns whether more may be due.
 */
export type Purge = { name: string; run(limit: number): Promise<Purged> };

/** `workMs`: the time inside the transaction, without the wait for it. */
export type Purged = { hasMore: boolean; workMs: number };

type Transactions<S> = { transaction<T>(work: (stores: S) => Promise<T>): Promise<T> };

/** Creates a rule. `drop` deletes up to `limit` rows and returns true when it found `limit` rows. */
export function purge<S>(
  stores: Transactions<S>,
  name: string,
  drop: (stores: S, limit: number) => Promise<boolean>,
): Purge {
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
