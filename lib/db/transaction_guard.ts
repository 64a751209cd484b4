import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Inside a transaction nothing is awaited but the transaction itself. An RPC or an HTTP exchange would hold row locks
 * for as long as a stranger likes, and the outer database handle waits for a connection that its own transaction
 * holds (at once on SQLite, when the pool is full on MySQL). So each of those asks here first.
 *
 * The scope closes with its transaction: work that was only *started* inside and runs later is not accused.
 */
export type Scope = { open: boolean; afterCommit: (() => void)[] };

const scopes = new AsyncLocalStorage<Scope>();

/** Throws Error when called inside an open transaction. `what` completes the sentence "… inside a transaction". */
export function assertOutsideTransaction(what: string): void {
  if (scopes.getStore()?.open) {
    throw new Error(`${what} inside a transaction: only the transaction's own handle may be awaited there.`);
  }
}

/** The transaction this call runs in, if it is still open. */
export function currentScope(): Scope | undefined {
  const scope = scopes.getStore();
  return scope?.open ? scope : undefined;
}

export async function runInScope<T>(scope: Scope, run: () => Promise<T>): Promise<T> {
  return scopes.run(scope, run);
}

/** Runs something with no transaction in sight, for timers and queues that outlive the caller. */
export function runOutsideScope<T>(run: () => T): T {
  return scopes.exit(run);
}
