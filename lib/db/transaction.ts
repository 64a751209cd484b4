import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { isUndone } from './errors.ts';
import { assertOutsideTransaction, runInScope, type Scope } from './transaction_guard.ts';

const TRIES = 5;

/**
 * Runs `work` in one transaction (READ COMMITTED; on SQLite under the write lock) and commits when it returns. Called
 * with a transaction, it joins it. When the engine undoes the transaction for its own reasons (a deadlock), `work`
 * runs again, at most five times in all: so `work` changes nothing but the database.
 * An error from the commit itself leaves open whether it happened; isTransient says so.
 */
export async function inTransaction<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Knex.Transaction);
  assertOutsideTransaction('A second transaction was begun');
  for (let tries = 1; ; tries += 1) {
    try {
      return await once(db, work);
    } catch (err) {
      if (tries >= TRIES || !isUndone(err)) throw err;
      await sleep(Math.random() * 10 * 2 ** tries);
    }
  }
}

/** What waits for the commit of a transaction that is open. */
const waiting = new WeakMap<Knex, (() => void)[]>();

/**
 * Runs `effect` when this transaction has committed, never when it is undone; at once when `db` is none.
 * For what may be lost with the process: a nudge, a wake-up. `effect` must not throw.
 */
export function afterCommit(db: Knex, effect: () => void): void {
  const effects = waiting.get(db);
  if (effects) effects.push(effect);
  else effect();
}

async function once<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const scope: Scope = { open: true };
  const effects: (() => void)[] = [];
  try {
    const result = await db.transaction((trx) => {
      waiting.set(trx, effects);
      return runInScope(scope, () => work(trx));
    });
    scope.open = false;
    for (const effect of effects) effect();
    return result;
  } finally {
    scope.open = false;
  }
}
