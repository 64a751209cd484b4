import Dialect from 'knex/lib/dialects/mysql2/index.js';
import { Problem } from '../../problem/problem.ts';
import { metrics } from '../../telemetry/metrics.ts';
import { traitsOfConfig } from '../traits.ts';
import { assertOutsideTransaction } from '../transaction_guard.ts';
import { checkBindings } from './bindings.ts';
import { withLongTexts } from './long_text.ts';
import { ServerSilent, type ServerWatch, serverWatch } from './server_watch.ts';

/**
 * knex on mysql2, for MySQL 8 and MariaDB 10.6+. By default mysql2 has no statement timeout: a query to a suspended
 * server waits forever. Here every statement has a timeout. After a timeout the connection is closed, because the
 * protocol is out of sync, and KILL ends the statement, which may still be running on the server. The server watch
 * (server_watch.ts) notices a server that does not answer at all before the timeout ends.
 */
type Connection = {
  threadId: number;
  destroy(): void;
  on(event: 'error', listener: (err: Error) => void): void;
  removeAllListeners(): void;
  connect(done: (err: Error | null) => void): void;
  __knex__disposed?: unknown;
};
type Driver = { createConnection(settings: object): Connection };

const KILL_TIMEOUT_MS = 2_000;
/** Timeout of a statement that prepares a new connection or probes the server. */
const SHORT_TIMEOUT_MS = 2_000;
const MIXED_COLLATIONS = new Set([1267, 1270, 1271]);

const SESSION_SETUP =
  "SET time_zone = '+00:00', innodb_lock_wait_timeout = 5, sql_mode = " +
  "'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE'";
const ISOLATION_SETUP = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED';
/** Releases the locks of a transaction whose client died or hangs. MySQL 8 has no such setting. */
const MARIADB_SESSION = 'SET idle_transaction_timeout = 30';

export class MysqlClient extends Dialect {
  override async acquireConnection(): Promise<unknown> {
    assertOutsideTransaction('The database handle was used');
    let acquiring: Promise<unknown> | undefined;
    const from = performance.now();
    try {
      return await this.watch().answered(() => (acquiring = super.acquireConnection()));
    } catch (err) {
      if (err instanceof ServerSilent) acquiring?.then((late) => this.releaseConnection(late)).catch(() => {});
      throw err;
    } finally {
      metrics.poolWaitSeconds.observe((performance.now() - from) / 1_000);
    }
  }

  override async acquireRawConnection(): Promise<unknown> {
    const connection = await openConnection(this.driver as Driver, this.connectionSettings);
    try {
      const isMariaDb = await this.isMariaDb(connection);
      for (const sql of [SESSION_SETUP, ISOLATION_SETUP, ...(isMariaDb ? [MARIADB_SESSION] : [])]) {
        await super._query(connection, { sql, bindings: [], options: { timeout: SHORT_TIMEOUT_MS } });
      }
      return connection;
    } catch (err) {
      connection.destroy();
      throw err;
    }
  }

  override prepBindings(bindings: unknown[] | undefined): unknown[] {
    return withLongTexts(checkBindings(bindings));
  }

  override async _query(connection: unknown, query: QueryObject): Promise<QueryObject> {
    const options = { timeout: traitsOfConfig(this.config).queryTimeoutMs, ...query.options };
    const from = performance.now();
    try {
      return await this.watch().answered(() => super._query(connection, Object.assign(query, { options })));
    } catch (err) {
      if (err instanceof ServerSilent) discardConnection(connection as Connection, err);
      if ((err as { code?: string }).code === 'PROTOCOL_SEQUENCE_TIMEOUT') this.abandon(connection as Connection, err);
      if (isNoSuchText(err, query.bindings)) throw nothingByThatName(err);
      throw err;
    } finally {
      metrics.querySeconds.observe((performance.now() - from) / 1_000);
    }
  }

  abandon(connection: Connection, err: unknown): void {
    discardConnection(connection, err);
    this.kill(connection.threadId).catch(() => {}); // the server may be unreachable; its own timeouts still apply
  }

  async kill(threadId: number): Promise<void> {
    const connection = await openConnection(this.driver as Driver, this.connectionSettings, {
      connectTimeout: KILL_TIMEOUT_MS,
    });
    try {
      await super._query(connection, { sql: 'KILL ?', bindings: [threadId], options: { timeout: KILL_TIMEOUT_MS } });
    } finally {
      connection.destroy();
    }
  }

  /**
   * The server watch of this database. The handle and its transactions share one watch, because they have the same
   * configuration object.
   */
  watch(): ServerWatch {
    const known = serverWatches.get(this.config);
    if (known) return known;
    const made = serverWatch(() => this.probe());
    serverWatches.set(this.config, made);
    return made;
  }

  async probe(): Promise<void> {
    const connection = await openConnection(this.driver as Driver, this.connectionSettings, {
      connectTimeout: SHORT_TIMEOUT_MS,
    }).catch((err: unknown) => {
      if (isRefusalOfServer(err)) return null;
      throw err;
    });
    connection?.destroy();
  }

  async isMariaDb(connection: Connection): Promise<boolean> {
    const options = { timeout: SHORT_TIMEOUT_MS };
    const { response } = await super._query(connection, { sql: 'select version() as version', bindings: [], options });
    const [[row]] = response as [[{ version: string }]];
    return /mariadb/i.test(row.version);
  }
}

const serverWatches = new WeakMap<object, ServerWatch>();

function discardConnection(connection: Connection, err: unknown): void {
  connection.__knex__disposed = err;
  connection.destroy();
}

/**
 * Whether the server itself answered with an error, for example "too many connections"; the numbers of these errors are
 * above 1000.
 */
function isRefusalOfServer(err: unknown): boolean {
  const { errno = 0 } = err as { errno?: number };
  return errno > 1_000;
}

/**
 * Id columns are ASCII. If they are compared with non-ASCII text, SQLite finds no row, but MySQL reports one of three
 * errors. Returns true for these errors if the statement has non-ASCII text; otherwise the error is a bug.
 */
function isNoSuchText(err: unknown, bindings: readonly unknown[] = []): boolean {
  const isNotAscii = (value: unknown) => typeof value === 'string' && /[^\0-\x7f]/.test(value);
  return MIXED_COLLATIONS.has((err as { errno?: number }).errno ?? 0) && bindings.some(isNotAscii);
}

function nothingByThatName(cause: unknown): Problem {
  return new Problem('notFound', 'There is nothing by this name: an id has plain letters, digits and dashes.', {
    cause,
  });
}

/**
 * Opens a connection. Removes `collate` from the settings: knex uses it for CREATE TABLE, but mysql2 does not know it.
 * Copies the password explicitly, because knex makes it non-enumerable.
 */
async function openConnection(
  driver: Driver,
  settings: Record<string, unknown>,
  more: object = {},
): Promise<Connection> {
  const { collate: _, ...known } = settings;
  const connection = driver.createConnection({ ...known, password: settings['password'], ...more });
  connection.on('error', (err) => {
    connection.__knex__disposed = err;
  });
  await new Promise<void>((resolve, reject) => {
    connection.connect((err) => (err ? reject(err) : resolve()));
  });
  return connection;
}
