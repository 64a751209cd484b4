import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Inside a transaction nothing is awaited but the transaction itself. An RPC or an HTTP exchange would hold row locks
 * for as long as a stranger likes, and the outer database handle waits for a connection that its own transaction
 * holds (at once on SQLite, when the pool is full on MySQL). So each of those asks here first.
 *
 * The scope closes with its transaction: work that was only *started* inside and runs later is not accused.
 *
 * To know the caller's transaction, Node follows every promise of the process, which costs a tenth of its speed. So it is
 * tests and developers that ask for it (CAUSEWAY_GUARD_TRANSACTIONS); elsewhere each question is answered with "outside".
 */
export type Scope = { open: boolean };

let scopes: AsyncLocalStorage<Scope> | undefined;

/** From here on this process notices. */
export function guardTransactions(): void {
  scopes ??= new AsyncLocalStorage();
}

/** Throws Error when called inside an open transaction. `what` completes the sentence "… inside a transaction". */
export function assertOutsideTransaction(what: string): void {
  if (scopes?.getStore()?.open) {
    throw new Error(`${what} inside a transaction: only the transaction's own handle may be awaited there.`);
  }
}

export async function runInScope<T>(scope: Scope, run: () => Promise<T>): Promise<T> {
  return scopes ? scopes.run(scope, run) : run();
}

/** Runs something with no transaction in sight, for timers and queues that outlive the caller. */
export function runOutsideScope<T>(run: () => T): T {
  return scopes ? scopes.exit(run) : run();
}
