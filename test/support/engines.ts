import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { type Migration, migrateUp } from '../../lib/db/migrate.ts';
import { type DatabaseOptions, type Db, openDatabase } from '../../lib/db/open.ts';
import type { EventBus } from '../../lib/events/bus.ts';
import { inProcessBus } from '../../lib/events/in_process_bus.ts';
import { natsBus } from '../../lib/events/nats_bus.ts';
import { silentLog } from '../../lib/log/log.ts';
import { sharedMariadb, sharedNats } from './shared_server.ts';
import { sharedTrust } from './trust.ts';

/**
 * Contract suites run once for each engine or bus. The first suite that asks starts the servers. A suite fails when
 * they can't be started, because passing on one engine only proves nothing.
 *
 *     forEachEngine((engine) => {
 *       const db = engine.suiteDatabase(migrations);
 *       it('keeps names apart', async () => { await db()('topics').insert(...) });
 *     });
 */
export type TestEngine = {
  name: 'sqlite' | 'mariadb';
  /** A migrated database for the whole suite. It is opened before the first test and dropped after the last. */
  suiteDatabase(migrations?: readonly Migration[], options?: DatabaseOptions): () => Db;
  /** A new database, empty unless migrations are given. The caller closes it. */
  open(migrations?: readonly Migration[], options?: DatabaseOptions): Promise<TestDatabase>;
};

export type TestDatabase = {
  db: Db;
  url: string;
  /** Another handle on the same data, as another replica has. On SQLite it is the same handle. */
  replica(options?: DatabaseOptions): Db;
  close(): Promise<void>;
};

type TestBus = { name: 'in-process' | 'nats'; open(): Promise<EventBus> };

export function forEachEngine(suite: (engine: TestEngine) => void): void {
  for (const engine of [sqlite, mariadb])
    describe(`on ${engine.name}`, () => {
      declaring = engine.name;
      suite(engine);
      declaring = undefined;
    });
}

let declaring: TestEngine['name'] | undefined;

/** The engine whose tests are being declared; undefined outside of `forEachEngine`. */
export function engineBeingDeclared(): TestEngine['name'] | undefined {
  return declaring;
}

export function forEachBus(suite: (bus: TestBus) => void): void {
  for (const bus of [inProcess, nats]) describe(`over the ${bus.name} bus`, () => suite(bus));
}

const sqlite: TestEngine = {
  name: 'sqlite',
  suiteDatabase: (migrations, options) => suiteDatabase(sqlite, migrations, options),
  async open(migrations = [], options = {}) {
    const url = 'sqlite::memory:';
    const db = openDatabase(url, options);
    await migrateUp(db, migrations);
    return { db, url, replica: () => db, close: () => db.destroy() };
  },
};

const mariadb: TestEngine = {
  name: 'mariadb',
  suiteDatabase: (migrations, options) => suiteDatabase(mariadb, migrations, options),
  async open(migrations = [], options = {}) {
    const server = await sharedMariadb();
    const schema = `t_${randomBytes(6).toString('hex')}`;
    const url = server.replace('SCHEMA', schema);
    await onServer(server, `create database ${schema} character set utf8mb4 collate utf8mb4_bin`);
    const handles = [openDatabase(url, options)];
    const [db] = handles as [Db];
    await migrateUp(db, migrations);
    return {
      db,
      url,
      replica(replicaOptions = options) {
        const other = openDatabase(url, replicaOptions);
        handles.push(other);
        return other;
      },
      async close() {
        await Promise.all(handles.map((handle) => handle.destroy()));
        await onServer(server, `drop database ${schema}`);
      },
    };
  },
};

function suiteDatabase(engine: TestEngine, migrations?: readonly Migration[], options?: DatabaseOptions): () => Db {
  let open: TestDatabase | undefined;
  beforeAll(async () => {
    open = await engine.open(migrations, options);
  }, 120_000);
  afterAll(async () => {
    await open?.close();
  });
  return () => {
    if (!open) throw new Error('The database of a suite exists only after beforeAll.');
    return open.db;
  };
}

async function onServer(server: string, sql: string): Promise<void> {
  const db = openDatabase(server.replace('SCHEMA', 'mysql'));
  await db.raw(sql).finally(() => db.destroy());
}

const inProcess: TestBus = { name: 'in-process', open: async () => inProcessBus() };

/** Each bus has its own prefix, which separates the suites on the shared server. */
const nats: TestBus = {
  name: 'nats',
  open: async () =>
    natsBus({
      url: await sharedNats(),
      log: silentLog,
      prefix: `t${randomBytes(6).toString('hex')}`,
      trust: sharedTrust('reads'),
    }),
};
