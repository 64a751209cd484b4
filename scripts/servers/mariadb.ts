import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { openDatabase } from '../../lib/db/open.ts';
import { type Child, startChild, waitForListener } from './child.ts';
import { ensureServers } from './ensure_servers.ts';

/**
 * A separate MariaDB server with its own data folder. It is reached through a Unix socket, and through a loopback port
 * if `port` is set. It runs as the current user and is durable at every commit. root has no password, so only the
 * current user may enter the folder.
 */
export type Mariadb = {
  /** The address of a schema, as openDatabase accepts it. */
  url(schema: string): string;
  /** The address over TCP. Throws Error when no port was set. */
  tcpUrl(schema: string): string;
  readonly rootUrl: string;
  readonly socketPath: string;
  readonly port: number | undefined;
  readonly pid: number;
  createSchema(name: string): Promise<string>;
  dropSchema(name: string): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Stops the server if it runs, and starts it again with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

export type MariadbOptions = { dir: string; port?: number; owner?: number; bufferPool?: string };

/** A longer path is replaced by one in the temporary folder, because a Unix socket path can have at most 107 bytes. */
const MAX_SOCKET_PATH = 100;

export async function startMariadb(options: MariadbOptions): Promise<Mariadb> {
  const { dir, port } = options;
  const { mariadbd } = ensureServers();
  initialiseMariadb(dir);
  const socketPath = socketIn(dir);
  const start = () => run(mariadbd, options, socketPath);
  let child = await start();
  const url = (schema: string) => `mysql://root@localhost/${schema}?socketPath=${encodeURIComponent(socketPath)}`;
  const rootUrl = url('mysql');
  return {
    url,
    tcpUrl(schema) {
      if (port === undefined) throw new Error('This MariaDB has no TCP port.');
      return `mysql://root@127.0.0.1:${port}/${schema}`;
    },
    rootUrl,
    socketPath,
    port,
    get pid() {
      return child.pid;
    },
    async createSchema(name) {
      await execute(rootUrl, 'create database if not exists ?? character set utf8mb4 collate utf8mb4_bin', name);
      return url(name);
    },
    dropSchema: (name) => execute(rootUrl, 'drop database if exists ??', name),
    kill: (signal) => child.kill(signal),
    async restart() {
      await child.stop();
      child = await start();
    },
    stop: () => child.stop(),
  };
}

async function execute(url: string, sql: string, name: string): Promise<void> {
  const db = openDatabase(url);
  try {
    await db.raw(sql, [name]);
  } finally {
    await db.destroy();
  }
}

function socketIn(dir: string): string {
  const path = join(dir, 'mariadb.sock');
  return path.length <= MAX_SOCKET_PATH ? path : join(mkdtempSync(join(tmpdir(), 'causeway-')), 'mariadb.sock');
}

/** Creates the data folder of a new server, which takes seconds; does nothing if it exists. */
export function initialiseMariadb(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (existsSync(join(dir, 'data', 'mysql'))) return;
  const { status, stdout, stderr } = spawnSync(
    ensureServers().mariadbInstallDb,
    [
      '--no-defaults',
      ...asUser(),
      `--datadir=${join(dir, 'data')}`,
      `--tmpdir=${ownTmpdir(dir)}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      '--skip-name-resolve',
      '--innodb-log-file-size=8M',
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`MariaDB could not create its data folder: ${stdout}${stderr}`);
}

async function run(
  program: string,
  { dir, port, owner, bufferPool = '128M' }: MariadbOptions,
  socketPath: string,
): Promise<Child> {
  const errorLog = join(dir, 'error.log');
  const child = startChild(
    program,
    [
      '--no-defaults',
      ...asUser(),
      `--datadir=${join(dir, 'data')}`,
      `--tmpdir=${ownTmpdir(dir)}`,
      `--socket=${socketPath}`,
      `--pid-file=${join(dir, 'pid')}`,
      `--log-error=${errorLog}`,
      ...(port === undefined ? ['--skip-networking'] : ['--bind-address=127.0.0.1', `--port=${port}`]),
      '--skip-name-resolve',
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_bin',
      '--default-time-zone=+00:00',
      '--innodb-flush-log-at-trx-commit=1',
      '--innodb-log-file-size=64M',
      `--innodb-buffer-pool-size=${bufferPool}`,
      '--max-connections=400',
      '--performance-schema=OFF',
    ],
    owner,
  );
  await waitForListener(child, { path: socketPath }).catch((err: Error) => {
    throw new Error(`${err.message} ${lastLines(errorLog)}`);
  });
  return child;
}

/**
 * A temporary folder for this server only: a starting server deletes all temporary tables in its folder, also another
 * server's.
 */
function ownTmpdir(dir: string): string {
  const path = join(dir, 'tmp');
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
}

function asUser(): string[] {
  return process.getuid?.() === 0 ? ['--user=root'] : [];
}

function lastLines(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n').slice(-5).join('\n') : '';
}
