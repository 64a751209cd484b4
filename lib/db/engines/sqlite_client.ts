import { Buffer } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import Dialect from 'knex/lib/dialects/better-sqlite3/index.js';
import { StartFault } from '../../problem/start_fault.ts';
import { metrics } from '../../telemetry/metrics.ts';
import { isDamaged, isStorageFailed } from '../errors.ts';
import { type FileState, traitsOfConfig } from '../traits.ts';
import { assertOutsideTransaction } from '../transaction_guard.ts';
import { checkBindings } from './bindings.ts';
import { type Connection as Base, type Session, sessionsOf } from './sqlite_session.ts';

/**
 * knex on libsql: SQLite from a prebuilt library, for Node and Deno, with nothing to compile. Extends knex's
 * better-sqlite3 dialect, which has the same interface, except for these differences:
 *
 * - Integers are bound as BigInt; otherwise libsql binds 5 as 5.0, which a text column stores as "5.0".
 * - libsql returns blobs as ArrayBuffer; they are converted to Buffer.
 * - Rows are read with `all`, because `get` adds a property.
 * - A transaction takes the write lock when it begins; upgrading a read lock later could fail.
 * - Prepared statements are cached per connection: preparing takes 12 of the 19 µs of a read by key.
 * - The pool's connections are sessions that share one connection for writing and one for reading (sqlite_session.ts).
 * - A commit runs on a thread of libsql, because it waits for the disk. Both interfaces of libsql, the synchronous and
 *   the asynchronous one, are thin classes around the same native connection.
 * - libsql is loaded with the first connection, because a process on MySQL does not need it.
 */
type Row = Record<string, unknown>;
type Statement = {
  readonly reader: boolean;
  all(bindings: unknown[]): Row[];
  run(bindings: unknown[]): { changes: number; lastInsertRowid: number };
};
type Driver = Omit<Base, 'commit'> & { prepare(sql: string): Statement };
/** `statements`: prepared, by their SQL. */
type Connection = Driver & Base & { statements: Map<string, Statement> };
type SharedConnection = { sessions: ReturnType<typeof sessionsOf<Connection>>; open: number };

/**
 * Tuned for message bodies of up to 300 KB: large pages, and a WAL checkpointed every 16 MB. `FULL`: a commit returns
 * when it is on disk, so acknowledged changes survive a power cut (ADR 22).
 */
const OPENING_PRAGMAS =
  'pragma page_size=8192; pragma journal_mode=WAL; pragma synchronous=FULL; pragma foreign_keys=ON; ' +
  'pragma busy_timeout=5000; pragma wal_autocheckpoint=2000;';
/** A small page cache, because each commit of the other connection empties it. */
const READER_PRAGMAS = 'pragma busy_timeout=5000; pragma query_only=ON; pragma cache_size=-512;';
const MAX_CACHED_STATEMENTS = 300;

/** Maps each session to the connections that the session shares with other sessions. */
const sharedConnections = new WeakMap<object, SharedConnection>();

export class SqliteClient extends Dialect {
  #shared: Promise<SharedConnection> | undefined;

  /** `#connect` sets the driver. */
  _driver(): unknown {
    return undefined;
  }

  override async acquireConnection(): Promise<unknown> {
    assertOutsideTransaction('The database handle was used');
    return super.acquireConnection();
  }

  /** Opens a session. Stores the promise, so that sessions that open at the same time share one connection. */
  override async acquireRawConnection(): Promise<unknown> {
    this.#shared ??= this.#connect();
    const known = await this.#shared.catch((err: unknown) => {
      this.#shared = undefined;
      throw err;
    });
    const session = known.sessions.open();
    sharedConnections.set(session, known);
    known.open += 1;
    return session;
  }

  async #connect(): Promise<SharedConnection> {
    const { filename, ifEmpty } = this.connectionSettings as { filename: string; ifEmpty?: string };
    const file = String(filename);
    const { Database, AsyncDatabase } = await import('./libsql.ts');
    this.driver = Database;
    const { exec } = AsyncDatabase.prototype;
    const opened: Connection[] = [];
    const open = async () => {
      const connection = withCommit((await super.acquireRawConnection()) as Driver, exec);
      opened.push(connection);
      return connection;
    };
    try {
      const connection = await open();
      connection.exec(OPENING_PRAGMAS);
      if (file === ':memory:') return { sessions: sessionsOf(connection), open: 0 };
      const reader = await open();
      reader.exec(READER_PRAGMAS);
      return { sessions: sessionsOf(connection, reader), open: 0 };
    } catch (err) {
      for (const one of opened) one.close();
      throw isDamaged(err) ? damagedFault({ file, ifEmpty }, err) : openFault(file, err);
    }
  }

  override async releaseConnection(session: unknown): Promise<void> {
    (session as Session).end();
    await super.releaseConnection(session);
  }

  override async destroyRawConnection(session: unknown): Promise<void> {
    const known = sharedConnections.get(session as object);
    if (!known) return;
    known.open -= 1;
    if (known.open > 0) return;
    await traitsOfConfig(this.config).file.endCheck?.();
    await known.sessions.close();
    this.#shared = undefined;
  }

  override prepBindings(bindings: unknown[] | undefined): unknown[] {
    return checkBindings(bindings);
  }

  override async _query(session: unknown, query: QueryObject): Promise<QueryObject> {
    const known = sharedConnections.get(session as object);
    if (!known) throw new Error('The session is closed.');
    const from = performance.now();
    try {
      return (await (session as Session<Connection>).execute(query.sql, (on) => runQuery(on, query))) ?? query;
    } catch (err) {
      noteFailure(err, traitsOfConfig(this.config).file);
      throw err;
    } finally {
      metrics.querySeconds.observe((performance.now() - from) / 1_000);
    }
  }

  override transaction(container: unknown, config: unknown, outer?: unknown): KnexTransaction {
    const transaction = super.transaction(container, config, outer);
    transaction.begin = (connection) => transaction.query(connection, 'BEGIN IMMEDIATE;');
    return transaction;
  }
}

function noteFailure(err: unknown, state: FileState): void {
  if (isStorageFailed(err)) state.cannotWrite = true;
  if (isDamaged(err)) state.damage ||= (err as Error).message;
}

/** `exec`: of the asynchronous interface. */
function withCommit(driver: Driver, exec: (sql: string) => unknown): Connection {
  const commit = () => exec.call(driver, 'commit') as Promise<void>;
  return Object.assign(driver, { commit, statements: new Map<string, Statement>() });
}

function runQuery(connection: Connection, query: QueryObject): QueryObject {
  const statement = preparedStatement(connection, query.sql);
  const bindings = (query.bindings ?? []).map(toNative);
  if (statement.reader) return Object.assign(query, { response: statement.all(bindings).map(fromNative) });
  const { changes, lastInsertRowid } = statement.run(bindings);
  return Object.assign(query, { response: { changes }, context: { changes, lastID: lastInsertRowid } });
}

function damagedFault({ file, ifEmpty }: { file: string; ifEmpty: string | undefined }, cause: unknown): StartFault {
  const other = ifEmpty === undefined ? '' : `, or rename it to start with an empty one: ${ifEmpty}`;
  return new StartFault(
    `The database file ${file} is damaged. Restore it from a backup of the whole data folder${other}.`,
    { cause },
  );
}

/** Recognizes a file that cannot be opened by its message, because libsql sets no code for it. */
function openFault(file: string, cause: unknown): unknown {
  if (!/Unable to open connection/.test((cause as Error).message)) return cause;
  return new StartFault(`The database file ${file} cannot be opened. Correct its permissions, then start again.`, {
    cause,
  });
}

/**
 * Returns the cached statement, or prepares it. The cache evicts its oldest entry. SQLite re-prepares cached statements
 * after a schema change.
 */
function preparedStatement(connection: Connection, sql: string): Statement {
  const { statements } = connection;
  const known = statements.get(sql);
  if (known) return known;
  const statement = connection.prepare(sql);
  if (isDdl(sql)) statements.clear();
  else statements.set(sql, statement);
  for (const oldest of statements.keys()) {
    if (statements.size <= MAX_CACHED_STATEMENTS) break;
    statements.delete(oldest);
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
