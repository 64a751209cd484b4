import { Buffer } from 'node:buffer';
import Dialect from 'knex/lib/dialects/better-sqlite3/index.js';
import Database from 'libsql';
import { checkBindings } from './bindings.ts';
import { assertOutsideTransaction } from './transaction_guard.ts';

/**
 * knex on libsql: SQLite from a prebuilt library, on Node and on Deno, with nothing to compile. knex's own
 * better-sqlite3 dialect speaks the same interface; what differs is guarded here.
 *
 * - Whole numbers are bound as BigInt; otherwise libsql binds 5 as 5.0, which a text column keeps as "5.0".
 * - Blobs come back as ArrayBuffer and leave as Buffer.
 * - Rows are read with `all`: `get` adds a key of its own.
 * - A transaction takes the write lock when it begins. One that began by reading could not be granted it later.
 * - Statements are kept per connection: preparing costs as much as running (12 of 19 µs for a row by its key).
 */
type Row = Record<string, unknown>;
type Statement = {
  readonly reader: boolean;
  all(bindings: unknown[]): Row[];
  run(bindings: unknown[]): { changes: number; lastInsertRowid: number };
};
type Connection = { prepare(sql: string): Statement; exec(sql: string): void };

/** Bodies of 300 KB are what is mostly written: larger pages, and a journal that is folded in every 16 MB, write them sooner. */
const PRAGMAS =
  'pragma page_size=8192; pragma journal_mode=WAL; pragma synchronous=NORMAL; pragma foreign_keys=ON; ' +
  'pragma busy_timeout=5000; pragma wal_autocheckpoint=2000;';
const KEPT_STATEMENTS = 300;

const statements = new WeakMap<Connection, Map<string, Statement>>();

export class SqliteClient extends Dialect {
  _driver(): unknown {
    return Database;
  }

  override async acquireConnection(): Promise<unknown> {
    assertOutsideTransaction('The database handle was used');
    return super.acquireConnection();
  }

  override async acquireRawConnection(): Promise<unknown> {
    const connection = (await super.acquireRawConnection()) as Connection;
    connection.exec(PRAGMAS);
    return connection;
  }

  override prepBindings(bindings: unknown[] | undefined): unknown[] {
    return checkBindings(bindings);
  }

  override async _query(connection: unknown, query: QueryObject): Promise<QueryObject> {
    const statement = prepared(connection as Connection, query.sql);
    const bindings = (query.bindings ?? []).map(toNative);
    if (statement.reader) return Object.assign(query, { response: statement.all(bindings).map(fromNative) });
    const { changes, lastInsertRowid } = statement.run(bindings);
    return Object.assign(query, { response: { changes }, context: { changes, lastID: lastInsertRowid } });
  }

  override transaction(container: unknown, config: unknown, outer?: unknown): KnexTransaction {
    const transaction = super.transaction(container, config, outer);
    transaction.begin = (connection) => transaction.query(connection, 'BEGIN IMMEDIATE;');
    return transaction;
  }
}

/** The oldest statement makes room; SQLite prepares a kept one again by itself when the schema has changed. */
function prepared(connection: Connection, sql: string): Statement {
  const kept = statements.get(connection) ?? new Map<string, Statement>();
  statements.set(connection, kept);
  const known = kept.get(sql);
  if (known) return known;
  const statement = connection.prepare(sql);
  if (isDdl(sql)) kept.clear();
  else kept.set(sql, statement);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_STATEMENTS) break;
    kept.delete(oldest);
  }
  return statement;
}

function isDdl(sql: string): boolean {
  return /^\s*(create|alter|drop|pragma)\b/i.test(sql);
}

function toNative(value: unknown): unknown {
  return Number.isInteger(value) ? BigInt(value as number) : value;
}

function fromNative(row: Row): Row {
  for (const key in row) {
    if (row[key] instanceof ArrayBuffer) row[key] = Buffer.from(row[key]);
  }
  return row;
}
