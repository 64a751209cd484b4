import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Check } from '../../cli/doctor/check.ts';
import { checksOf } from '../../cli/doctor/database_checks.ts';
import { examineDeployment } from '../../cli/doctor/doctor.ts';
import { mysqlChecks, readVariables } from '../../cli/doctor/mysql_checks.ts';
import { migrateUp, STEPS_TABLE } from '../../lib/db/migrate.ts';
import { setDatabaseClock } from '../../lib/db/now.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import { type Mariadb, startMariadb } from '../../scripts/servers/mariadb.ts';
import { migrations } from '../../services/writes/migrations/migrations.ts';
import { copyFreshMariadb } from '../support/shared_server.ts';

const PASSWORD = 'pass-of-the-doctor';
const RECORD_BYTES = 4 * 1024 * 1024;
const LIMITS = { maxRecordBytes: RECORD_BYTES, retentionMs: 7 * 86_400_000 };

/** A server of its own, whose settings the cases break and mend. */
describe('causeway doctor, of a MariaDB', () => {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-doctor-'));
  let server: Mariadb;
  let root: Db;
  let url = '';

  const as = (user: string, schema = 'writes', password = PASSWORD) =>
    server.url(schema).replace('root@', `${user}:${password}@`);

  beforeAll(async () => {
    await copyFreshMariadb(dir);
    server = await startMariadb({ dir });
    root = openDatabase(server.rootUrl);
    const db = openDatabase(await server.createSchema('writes'));
    await migrateUp(db, migrations);
    await db.destroy();
    await root.raw(`create user writer@localhost identified by '${PASSWORD}'`);
    await root.raw('grant all on writes.* to writer@localhost');
    url = as('writer');
  });
  afterAll(async () => {
    await root?.destroy();
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  afterEach(async () => {
    await root.raw(
      'set global innodb_flush_log_at_trx_commit = 1, global max_allowed_packet = 16777216, global read_only = 0',
    );
  });

  /** The lines of the database; the others of a deployment are not checked here. */
  async function linesOf(address: string): Promise<Check[]> {
    const { checks } = await examineDeployment({ CAUSEWAY_WRITES_DATABASE_URL: address });
    expect(JSON.stringify(checks)).not.toContain(PASSWORD);
    return checks.filter(({ check, of }) => of === 'writes' && check !== 'NATS');
  }
  const line = async (check: string, address = url) => {
    const found = (await linesOf(address)).find((one) => one.check === check);
    return [found?.level, found?.found, found?.todo ?? ''];
  };

  it('finds nothing wrong with one that is set up as documented', async () => {
    const checks = await linesOf(url);
    expect(checks.filter(({ level }) => level !== 'ok').map(({ check }) => check)).toEqual(['disk']);
    expect(checks.map(({ check }) => check)).toEqual([
      'database',
      'durability',
      'isolation',
      'max_allowed_packet',
      'collation',
      'rights',
      'clock',
      'migrations',
      'disk',
    ]);
  });

  it('says what a schema has, and what it grows by a day', async () => {
    const db = openDatabase(url);
    const found = () => line('disk');
    try {
      expect((await found())[1]).toMatch(
        /^The schema has about \d\.\d MB\. The disk of the server is not seen from here/,
      );
      await db(STEPS_TABLE).update({ create_time: Date.now() - 2 * 86_400_000 });
      expect((await found())[1]).toMatch(
        /about \d\.\d MB, \d\.\d MB for each day so far, and until its retention may need \d\.\d MB more/,
      );
    } finally {
      await db(STEPS_TABLE).update({ create_time: Date.now() });
      await db.destroy();
    }
  });

  it('names the databases whose addresses are not there', async () => {
    const { checks } = await examineDeployment({ CAUSEWAY_WRITES_DATABASE_URL: url });
    expect(checks).toContainEqual({
      level: 'notChecked',
      check: 'database',
      of: 'reads',
      found: 'CAUSEWAY_READS_DATABASE_URL is not set here.',
      todo: 'Run this command with the settings of reads.',
    });
  });

  it('says why a database cannot be used, without its password', async () => {
    expect(await line('database', as('writer', 'writes', `${PASSWORD}-old`))).toEqual([
      'error',
      expect.stringContaining('Access denied'),
      'Correct user, password or rights: CAUSEWAY_WRITES_DATABASE_URL.',
    ]);
    await root.raw('grant all on missing.* to writer@localhost');
    expect(await line('database', as('writer', 'missing'))).toEqual([
      'error',
      expect.stringContaining("Unknown database 'missing'"),
      expect.stringContaining('Create the schema'),
    ]);
    await root.raw('revoke all on missing.* from writer@localhost');
    expect(await line('database', `mysql://writer:${PASSWORD}@127.0.0.1:1/writes`)).toEqual([
      'error',
      expect.stringContaining('mysql://127.0.0.1:1/writes cannot be used (connect ECONNREFUSED'),
      expect.stringContaining('See that the server runs'),
    ]);
    expect(await line('database', `postgres://writer:${PASSWORD}@localhost/writes`)).toEqual([
      'error',
      'CAUSEWAY_WRITES_DATABASE_URL is no address of a database.',
      expect.stringContaining('mysql://user:password@host:port/schema'),
    ]);
  });

  it('refuses a replica that is read-only', async () => {
    await root.raw('set global read_only = 1');
    expect(await line('database')).toEqual(['error', expect.stringContaining('is read-only'), expect.any(String)]);
  });

  it('refuses a server that does not wait for the disk', async () => {
    await root.raw('set global innodb_flush_log_at_trx_commit = 2');
    expect(await line('durability')).toEqual([
      'error',
      'innodb_flush_log_at_trx_commit is 2: commits of the last second can be lost.',
      expect.stringContaining('= 1'),
    ]);
  });

  it('judges the binary log, and versions that are too old', async () => {
    const variables = { ...(await readVariables(root)), log_bin: 'ON', sync_binlog: '1', binlog_format: 'MIXED' };
    const levels = (changed: object) =>
      mysqlChecks('writes', { ...variables, ...changed }, RECORD_BYTES).map(({ level }) => level);
    expect(levels({})).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(levels({ sync_binlog: '0' })).toEqual(['ok', 'warning', 'ok', 'ok']);
    expect(levels({ binlog_format: 'STATEMENT' })).toEqual(['ok', 'error', 'ok', 'ok']);
    expect(levels({ version: '10.5.23-MariaDB' })).toEqual(['error', 'ok', 'ok', 'ok']);
    expect(levels({ version: '5.7.44', version_comment: 'MySQL Community Server' })[0]).toBe('error');
    expect(levels({ version: '8.4.3', version_comment: 'MySQL Community Server' })[0]).toBe('ok');
  });

  it('refuses packets that are smaller than the largest statement', async () => {
    await root.raw('set global max_allowed_packet = 8388608');
    expect(await line('max_allowed_packet')).toEqual([
      'error',
      expect.stringContaining('8 MiB; the largest statement has 13 MiB'),
      expect.stringContaining('max_allowed_packet = 13M'),
    ]);
  });

  it('notices a session that is not as Causeway has set it, and a clock that differs', async () => {
    const db = openDatabase(url, { poolSize: 1 });
    const level = async (check: string) =>
      (await checksOf(db, 'writes', LIMITS)).find((one) => one.check === check)?.level;
    try {
      expect(await level('isolation')).toBe('ok');
      await db.raw('set session transaction isolation level repeatable read');
      expect(await level('isolation')).toBe('error');
      for (const [offsetMs, wanted] of [
        [500, 'ok'],
        [-5_000, 'warning'],
        [5_000, 'warning'],
        [60_000, 'error'],
      ] as const) {
        setDatabaseClock(db, { originMs: 0, offsetMs, scale: 1 });
        expect([offsetMs, await level('clock')]).toEqual([offsetMs, wanted]);
      }
    } finally {
      await db.destroy();
    }
  });

  it('notices another collation, of the schema and of a table', async () => {
    await root.raw('alter database writes collate utf8mb4_general_ci');
    try {
      expect(await line('collation')).toEqual([
        'warning',
        'The default collation of the schema writes is utf8mb4_general_ci.',
        expect.stringContaining('ALTER DATABASE writes'),
      ]);
      await root.raw('create table writes.odd (id varchar(9) primary key) collate utf8mb4_general_ci');
      expect(await line('collation')).toEqual([
        'error',
        expect.stringContaining('odd of the schema writes has'),
        expect.any(String),
      ]);
    } finally {
      await root.raw('drop table if exists writes.odd');
      await root.raw('alter database writes collate utf8mb4_bin');
    }
  });

  it('notices rights that are missing, and those on the whole server', async () => {
    await root.raw(`create user reader@localhost identified by '${PASSWORD}'`);
    await root.raw('grant select, insert, update, delete, create, index, drop on `wr\\_tes`.* to reader@localhost');
    await root.raw('grant select, insert, update, delete, create, index, drop on `writ%`.* to reader@localhost');
    expect(await line('rights', as('reader'))).toEqual([
      'error',
      'The user may not ALTER in the schema writes.',
      expect.stringContaining('GRANT ALTER ON `writes`.*'),
    ]);
    await root.raw('grant alter on writes.* to reader@localhost');
    await root.raw(`create user owner@localhost identified by '${PASSWORD}'`);
    await root.raw('grant all on *.* to owner@localhost');
    expect(await line('rights', as('owner'))).toEqual([
      'warning',
      'The user has rights on every schema of the server.',
      expect.any(String),
    ]);
  });

  it('says which steps are pending, interrupted, or of a newer version', async () => {
    const empty = openDatabase(await server.createSchema('empty'));
    await root.raw('grant all on empty.* to writer@localhost');
    try {
      const of = () => line('migrations', as('writer', 'empty'));
      expect(await of()).toEqual(['warning', 'The schema is empty.', expect.any(String)]);
      const last = migrations.at(-1)?.name ?? '';
      await migrateUp(empty, migrations.slice(0, -1));
      expect(await of()).toEqual(['warning', `1 pending: ${last}.`, expect.stringContaining('migration Job')]);
      await migrateUp(empty, migrations);
      expect((await of())[0]).toBe('ok');
      await empty(STEPS_TABLE).where({ name: last }).update({ state: 'begun' });
      expect(await of()).toEqual(['warning', `1 pending: ${last}.`, expect.stringContaining('interrupted')]);
      await empty(STEPS_TABLE).where({ name: last }).update({ state: 'done' });
      await empty(STEPS_TABLE).insert({ name: '9001_of_tomorrow', state: 'done', create_time: 1 });
      expect(await of()).toEqual([
        'warning',
        'A newer version has migrated it: 9001_of_tomorrow.',
        expect.stringContaining('Run that version again'),
      ]);
    } finally {
      await empty.destroy();
    }
  });
});
