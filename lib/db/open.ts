import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import knex, { type Knex } from 'knex';
import type { Log } from '../log/log.ts';
import { MysqlClient } from './mysql_client.ts';
import { SqliteClient } from './sqlite_client.ts';
import { setTraits, type DatabaseClock } from './traits.ts';
import { guardTransactions } from './transaction_guard.ts';

export type Db = Knex;

/**
 * `poolSize`: MySQL connections at most (10). `queryTimeoutMs`: how long a MySQL statement may run (15 s).
 * `guard`: notice what else is awaited inside a transaction (transaction_guard.ts). `dropFence` and `clock` are for tests:
 * see fence.ts and now.ts.
 */
export type DatabaseOptions = {
  log?: Log;
  poolSize?: number;
  queryTimeoutMs?: number;
  guard?: boolean;
  dropFence?: boolean;
  clock?: DatabaseClock;
};

/** How long a caller waits for a connection before it hears that the database is too busy. Ms. */
const ACQUIRE_TIMEOUT = 5_000;
/** Above the longest lock wait, below any caller's patience. Ms. */
const QUERY_TIMEOUT = 15_000;

/**
 * Opens a database; it connects with the first query, so an absent server is that query's error, not this call's.
 * `sqlite:<file>`, `sqlite::memory:`, `mysql://user:password@host:port/schema`, and for a Unix socket
 * `mysql://user:password@localhost/schema?socketPath=/path`. Throws TypeError for any other address.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Db {
  const engine = url.startsWith('sqlite:') ? 'sqlite' : 'mysql';
  if (options.guard) guardTransactions();
  const db = knex({ ...(engine === 'sqlite' ? sqliteConfig(url) : mysqlConfig(url, options)), ...common(options) });
  const { queryTimeoutMs = QUERY_TIMEOUT, dropFence = false, clock } = options;
  setTraits(db, { engine, queryTimeoutMs, dropFence, clock });
  return db;
}

/** Bindings stay out of error messages: they are customers' data, and messages reach the log. */
function common({ log }: DatabaseOptions): Knex.Config {
  const warn = (message: unknown) => log?.warn('database warning', { detail: String(message) });
  return {
    compileSqlOnError: false,
    acquireConnectionTimeout: ACQUIRE_TIMEOUT,
    log: { warn, error: warn, deprecate: warn, debug: () => {} },
  };
}

/**
 * One connection a file: the driver is synchronous, so a second one in this process would wait for the first while
 * keeping it from running. It is never given back, or a database in memory would vanish.
 */
function sqliteConfig(url: string): Knex.Config {
  const filename = url.slice('sqlite:'.length);
  if (filename !== ':memory:') mkdirSync(dirname(filename), { recursive: true });
  return {
    client: SqliteClient as unknown as typeof Knex.Client,
    connection: { filename },
    useNullAsDefault: true,
    pool: { min: 1, max: 1, idleTimeoutMillis: 2 ** 31 - 1 },
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
    decimalNumbers: true, // SUM and AVG are decimals, which would come back as text
    connectTimeout: 5_000,
    enableKeepAlive: true,
  };
}
