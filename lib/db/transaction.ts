import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { isUndone } from './errors.ts';
import { assertOutsideTransaction, runInScope, type Scope } from './transaction_guard.ts';

const TRIES = 5;

/**
 * Runs `work` in one transaction (READ COMMITTED; on SQLite under the write lock) and commits when it returns. Called
 * with a transaction, it joins it. When the engine rolls back (for instance after a deadlock), `work` runs again, at
 * most five times in total; so `work` must change nothing but the database.
 * After an error of the commit itself it is unknown whether it happened; isTransient is true for such errors.
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

/** Effects to run after the commit, by open transaction. */
const waiting = new WeakMap<Knex, (() => void)[]>();

/**
 * Runs `effect` after this transaction has committed, never after a rollback; at once when `db` is not a transaction.
 * For effects that may be lost with the process, such as a wake-up. `effect` must not throw.
 */
export function afterCommit(db: Knex, effect: () => void): void {
  const effects = waiting.get(db);
  if (effects) effects.push(effect);
  else effect();
}

async function once<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const scope: Scope = { open: true };
  const effects: (() => void)[] = [];
  const failed: { err?: unknown } = {};
  try {
    const result = await db.transaction((trx) => {
      waiting.set(trx, effects);
      return runInScope(scope, () => work(trx)).catch((err: unknown) => {
        failed.err = err;
        throw err;
      });
    });
    scope.open = false;
    for (const effect of effects) effect();
    return result;
  } catch (err) {
    // When the engine has already rolled back (full disk), knex reports its failed ROLLBACK instead of the cause.
    throw failed.err ?? err;
  } finally {
    scope.open = false;
  }
}
