import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { isRolledBack } from './errors.ts';
import { traitsOf } from './traits.ts';
import { assertOutsideTransaction, runInScope, type TransactionScope } from './transaction_guard.ts';
import { keepTransactor, takeTransactor } from './transactor.ts';

const MAX_TRIES = 5;

/**
 * Runs `work` in one transaction (READ COMMITTED; on SQLite under the write lock) and commits when `work` returns. If
 * `db` is a transaction, `work` runs in this transaction. When the engine rolls back (for instance after a deadlock),
 * `work` runs again, at most five times in total; so `work` must change nothing but the database.
 *
 * If the commit itself fails, it is unknown whether the changes were committed; isTransient is true for such errors.
 */
export async function inTransaction<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Knex.Transaction);
  assertOutsideTransaction('A second transaction was begun');
  for (let tries = 1; ; tries += 1) {
    try {
      return await tryOnce(db, work);
    } catch (err) {
      if (tries >= MAX_TRIES || !isRolledBack(err)) throw err;
      await sleep(Math.random() * 10 * 2 ** tries);
    }
  }
}

/** For each open transaction: the effects that run after its commit. */
const effectsAfterCommit = new WeakMap<Knex, (() => void)[]>();

/**
 * Runs `effect` after this transaction has committed, never after a rollback; at once when `db` is not a transaction.
 * Use it only for effects that may be lost when the process dies, such as a wake-up. `effect` must not throw.
 */
export function afterCommit(db: Knex, effect: () => void): void {
  const effects = effectsAfterCommit.get(db);
  if (effects) effects.push(effect);
  else effect();
}

async function tryOnce<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const client = db.client as KnexDialect;
  const connection = await client.acquireConnection();
  const transactor = takeTransactor(db);
  const scope: TransactionScope = { open: true };
  const effects: (() => void)[] = [];
  try {
    await client.query(connection, traitsOf(db).engine === 'sqlite' ? 'BEGIN IMMEDIATE;' : 'BEGIN;');
    transactor.serve(connection, scope);
    effectsAfterCommit.set(transactor.handle, effects);
    const result = await workOrRollback(client, connection, () =>
      runInScope(scope, () => work(transactor.handle)).finally(() => transactor.end()),
    );
    await client.query(connection, 'COMMIT;');
    scope.open = false;
    effectsAfterCommit.delete(transactor.handle);
    keepTransactor(db, transactor);
    for (const effect of effects) effect();
    return result;
  } finally {
    scope.open = false;
    await client.releaseConnection(connection);
  }
}

/**
 * Runs `work`, and rolls back when it throws. The engine may have rolled back already, for example on a full disk; then
 * ROLLBACK fails too, and the error of `work` is thrown. But when the group commit of SQLite failed (`isGroupLost`),
 * the error of the group commit is thrown: the error of `work` may be a consequence of changes that are lost now.
 */
async function workOrRollback<T>(client: KnexDialect, connection: unknown, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    const failed = await client.query(connection, 'ROLLBACK').then(
      () => undefined,
      (failure: { isGroupLost?: boolean }) => failure,
    );
    throw failed?.isGroupLost ? failed : err;
  }
}
