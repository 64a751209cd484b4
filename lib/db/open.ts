import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import knex, { type Knex } from 'knex';
import type { Log } from '../log/log.ts';
import { MysqlClient } from './engines/mysql_client.ts';
import { SqliteClient } from './engines/sqlite_client.ts';
import { type DatabaseClock, setTraits } from './traits.ts';
import { guardTransactions } from './transaction_guard.ts';

export type Db = Knex;

/**
 * `poolSize`: max MySQL connections (default 10). `queryTimeoutMs`: max time of a MySQL statement (default 15 s).
 * `guard`: detects awaits of other things inside a transaction (transaction_guard.ts). `ifEmpty`: tells the operator
 * the effect of replacing a damaged SQLite file with an empty file; undefined when a replacement would lose data for
 * good. `clock` is for tests: see now.ts.
 */
export type DatabaseOptions = {
  log?: Log;
  poolSize?: number;
  queryTimeoutMs?: number;
  guard?: boolean;
  ifEmpty?: string;
  clock?: DatabaseClock;
};

/** Max wait for a free connection; then the database counts as too busy. Ms. */
const ACQUIRE_TIMEOUT_MS = 5_000;
/**
 * Default timeout of a MySQL statement, ms: longer than the longest lock wait, shorter than the deadline of every
 * caller.
 */
const QUERY_TIMEOUT_MS = 15_000;

/**
 * Opens a database. It connects on the first query, so an absent server fails that query, not this call.
 * `sqlite:<file>`, `sqlite::memory:`, `mysql://user:password@host:port/schema`, and for a Unix socket
 * `mysql://user:password@localhost/schema?socketPath=/path`. Throws TypeError for any other address.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Db {
  const engine = url.startsWith('sqlite:') ? 'sqlite' : 'mysql';
  if (options.guard) guardTransactions();
  const db = knex({
    ...(engine === 'sqlite' ? sqliteConfig(url, options) : mysqlConfig(url, options)),
    ...commonConfig(options),
  });
  const { queryTimeoutMs = QUERY_TIMEOUT_MS, clock } = options;
  setTraits(db, { engine, queryTimeoutMs, clock, file: { cannotWrite: false, damage: '' } });
  return db;
}

/** Keeps bindings out of error messages: bindings are customers' data, and messages are logged. */
function commonConfig({ log }: DatabaseOptions): Knex.Config {
  const warn = (message: unknown) => log?.warn('database warning', { detail: String(message) });
  return {
    compileSqlOnError: false,
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    log: { warn, error: warn, deprecate: warn, debug: () => {} },
  };
}

/** Max sessions of a SQLite file; further callers wait in the pool. */
const MAX_SQLITE_SESSIONS = 200;

/**
 * One connection per file writes, another one reads, and the pool's sessions share them (sqlite_session.ts). The driver
 * is synchronous: a second writing connection would block the process while it waits for the first one, which then could
 * not finish. The pool never closes the connections, because an in-memory database would be lost.
 */
function sqliteConfig(url: string, { ifEmpty }: DatabaseOptions): Knex.Config {
  const filename = url.slice('sqlite:'.length);
  if (filename !== ':memory:') mkdirSync(dirname(filename), { recursive: true });
  return {
    client: SqliteClient as unknown as typeof Knex.Client,
    connection: { filename, ...(ifEmpty !== undefined && { ifEmpty }) } as Knex.Sqlite3ConnectionConfig,
    useNullAsDefault: true,
    pool: { min: 1, max: MAX_SQLITE_SESSIONS, idleTimeoutMillis: 2 ** 31 - 1 },
  };
}

function mysqlConfig(url: string, { poolSize = 10 }: DatabaseOptions): Knex.Config {
  return {
    client: MysqlClient as unknown as typeof Knex.Client,
    connection: mysqlSettings(url),
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 60_000 },
  };
}

function mysqlSettings(url: string): object {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  if (protocol !== 'mysql:') throw new TypeError('A database address begins with sqlite: or mysql:.');
  const socketPath = searchParams.get('socketPath');
  return {
    ...(socketPath ? { socketPath } : { host: hostname, port: Number(port || 3306) }),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    charset: 'utf8mb4',
    collate: 'utf8mb4_bin',
    timezone: 'Z',
    supportBigNumbers: true,
    decimalNumbers: true, // SUM and AVG are decimals, which mysql2 would return as text
    connectTimeout: 5_000,
    enableKeepAlive: true,
  };
}
