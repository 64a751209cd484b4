import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Inside a transaction, only the transaction's own statements may be awaited. During an RPC or HTTP call, the
 * transaction would hold its row locks until the peer answers. A statement on the outer database handle would wait for
 * a connection that the transaction itself holds (on SQLite always, on MySQL when the pool is full). So RPC, HTTP and
 * outer handles call this guard first.
 *
 * The scope ends with the transaction. So work that starts inside the transaction may await anything after the end.
 *
 * Tracking the caller's transaction uses AsyncLocalStorage, which costs 10 % of the speed. So the guard is active only
 * in tests and development (CAUSEWAY_GUARD_TRANSACTIONS).
 */
export type TransactionScope = { open: boolean };

let currentScope: AsyncLocalStorage<TransactionScope> | undefined;

/** Activates the guard in this process. */
export function guardTransactions(): void {
  currentScope ??= new AsyncLocalStorage();
}

/** Throws Error when called inside an open transaction. `what` completes the sentence "… inside a transaction". */
export function assertOutsideTransaction(what: string): void {
  if (currentScope?.getStore()?.open) {
    throw new Error(`${what} inside a transaction: only the transaction's own handle may be awaited there.`);
  }
}

/**
 * Throws Error when the guard is active and the caller uses the handle of a transaction from outside this transaction.
 */
export function assertInScope(scope: TransactionScope): void {
  if (currentScope && currentScope.getStore() !== scope)
    throw new Error('The handle of a transaction was used outside of that transaction.');
}

export async function runInScope<T>(scope: TransactionScope, run: () => Promise<T>): Promise<T> {
  return currentScope ? currentScope.run(scope, run) : run();
}

/** Runs `run` outside of the caller's transaction scope, for timers and queues that outlive the caller. */
export function runOutsideScope<T>(run: () => T): T {
  return currentScope ? currentScope.exit(run) : run();
}

/** Refuses a statement that runs after the end of its transaction: it would be in another one, or in none. */
export function transactionEndedError(): Error {
  return new Error('The transaction has ended; a statement of it was not awaited.');
}
