import type { Knex } from 'knex';
import makeKnex from 'knex/lib/knex-builder/make-knex.js';
import { databaseKey } from './traits.ts';
import { assertInScope, type TransactionScope, transactionEndedError } from './transaction_guard.ts';

/**
 * A handle that serves one transaction after another. Knex creates a new handle with a hundred methods and listeners
 * for each transaction, which is most of the cost of an empty transaction.
 *
 * A statement that runs after the end of its transaction is refused, as in knex. A handle is reused only after a
 * transaction that succeeded: after a failure, a part of the work may still run, and its statements must not get into
 * another transaction. If work succeeded without awaiting one of its statements, only the guard notices it
 * (transaction_guard.ts).
 */
type Transactor = {
  handle: Knex.Transaction;
  /** The connection, or undefined between transactions. */
  serve(connection: unknown, scope: TransactionScope): void;
  end(): void;
};

/** Max handles that are kept for reuse; enough for the transactions that run or wait at the same time under load. */
const MAX_IDLE = 20;
const idleTransactors = new WeakMap<object, Transactor[]>();

export function takeTransactor(db: Knex): Transactor {
  return idleTransactorsOf(db).pop() ?? newTransactor(db.client as KnexDialect);
}

export function keepTransactor(db: Knex, transactor: Transactor): void {
  const free = idleTransactorsOf(db);
  if (free.length < MAX_IDLE) free.push(transactor);
}

function idleTransactorsOf(db: Knex): Transactor[] {
  const key = databaseKey(db);
  const known = idleTransactors.get(key) ?? [];
  idleTransactors.set(key, known);
  return known;
}

type CurrentTransaction = { connection: unknown; scope: TransactionScope | undefined };

function newTransactor(client: KnexDialect): Transactor {
  const current: CurrentTransaction = { connection: undefined, scope: undefined };
  const own = clientOf(client, current);
  const handle = makeKnex(own) as Knex.Transaction;
  Object.assign(handle, { isTransaction: true });
  // Listeners of the database also get the events of statements in transactions, with the handle of the transaction.
  own.emit = (event, ...given) => client.emit(event, ...given, handle);
  const set = (next: CurrentTransaction) => void Object.assign(current, next);
  return {
    handle,
    serve: (connection, scope) => set({ connection, scope }),
    end: () => set({ connection: undefined, scope: undefined }),
  };
}

/** A client like knex's client of a transaction: it has one connection and never releases it. */
function clientOf(client: KnexDialect, current: CurrentTransaction): KnexDialect {
  const own = Object.create(Object.getPrototypeOf(client) as object) as KnexDialect;
  const { version, config, driver, connectionSettings, valueForUndefined, logger } = client;
  Object.assign(own, { version, config, driver, connectionSettings, valueForUndefined, logger, transacting: true });
  own.acquireConnection = async () => {
    if (current.connection === undefined) throw transactionEndedError();
    if (current.scope) assertInScope(current.scope);
    return current.connection;
  };
  own.releaseConnection = async () => {};
  const { query } = own;
  own.query = async (connection, statement) => {
    if (connection !== current.connection) throw transactionEndedError();
    return query.call(own, connection, statement);
  };
  return own;
}
