import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { databaseHealth } from '../../lib/db/database_health.ts';
import { databaseProblem } from '../../lib/db/database_problem.ts';
import { FILE_INTACT, FILE_WRITABLE } from '../../lib/db/file_faults.ts';
import { migrateUp } from '../../lib/db/migrate.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import { type Log, silentLog } from '../../lib/log/log.ts';
import { eventually } from '../support/eventually.ts';

const ROWS = 300;
const PAGE = 8_192;
const AT_ONCE = 1;

describe('the file of a SQLite database', () => {
  let folder: string;
  let db: Db;
  const file = (name = 'things') => join(folder, `${name}.db`);

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-files-'));
    db = openDatabase(`sqlite:${file()}`);
    await db.schema.createTable('things', (t) => {
      t.increments('id');
      t.text('body');
    });
    for (let i = 0; i < ROWS; i += 1) await db('things').insert({ body: 'x'.repeat(2_000) });
  });
  afterEach(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  });

  const count = async () => Number((await db('things').count('id as n').first())?.['n']);

  it('H7: is whole after a clean stop, without the log beside it', async () => {
    await db.destroy();
    expect(statSync(`${file()}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    copyFileSync(file(), file('copy'));
    db = openDatabase(`sqlite:${file('copy')}`);
    expect(await count()).toBe(ROWS);
  });

  async function damage(): Promise<void> {
    await db.destroy();
    const fd = openSync(file(), 'r+');
    for (const page of [50, 51, 52]) writeSync(fd, Buffer.alloc(PAGE, 7), 0, PAGE, page * PAGE);
    closeSync(fd);
    db = openDatabase(`sqlite:${file()}`);
  }
  const lines: object[] = [];
  const log = { ...silentLog, error: (msg: string, fields: object) => lines.push({ msg, ...fields }) } as Log;
  type Health = Record<string, { isReachable(): Promise<boolean> } | undefined>;
  const healthOf = (afterMs: number) => {
    const health: Health = databaseHealth(db, log, afterMs);
    return (name: string) => health[name]?.isReachable();
  };

  it('H6: is checked in the background, and its damage is told once in the log', async () => {
    lines.length = 0;
    await damage();
    const is = healthOf(AT_ONCE);
    await eventually(async () => expect(await is(FILE_INTACT)).toBe(false));
    expect([await is('database'), await is(FILE_WRITABLE), await is(FILE_INTACT)]).toEqual([true, true, false]);
    expect(lines).toEqual([
      {
        msg: 'database file damaged: stop Causeway and restore the data folder from a backup',
        file: file(),
        finding: expect.stringMatching(/^things: /),
      },
    ]);
  });

  it('H6: is found damaged by a read, which fails with a sentence', async () => {
    await damage();
    const is = healthOf(1e9);
    expect(await is(FILE_INTACT)).toBe(true);
    const err: unknown = await db('things')
      .select('body')
      .catch((reason: unknown) => reason);
    expect(databaseProblem(err, silentLog, {})).toMatchObject({
      kind: 'internal',
      detail: expect.stringMatching(/^The part of the database that this request needs is damaged\. .*backup\.$/),
    });
    expect(await is(FILE_INTACT)).toBe(false);
  });

  it('H6: is whole otherwise, and a stop ends the check', async () => {
    const is = healthOf(AT_ONCE);
    await db.destroy();
    expect(await is(FILE_INTACT)).toBe(true);
  });

  it('H9: cannot be written after a write that failed for its disk, until one succeeds', async () => {
    await migrateUp(db, []);
    const is = healthOf(1e9);
    expect(await is(FILE_WRITABLE)).toBe(true);
    const isReadOnly = (on: 'on' | 'off') => db.raw(`pragma query_only=${on}`);
    await isReadOnly('on');
    expect(await is(FILE_WRITABLE)).toBe(true);
    await expect(db('things').insert({ body: 'x' })).rejects.toMatchObject({ code: 'SQLITE_READONLY' });
    expect([await is('database'), await is(FILE_WRITABLE), await is(FILE_WRITABLE)]).toEqual([true, false, false]);
    await isReadOnly('off');
    expect([await is(FILE_WRITABLE), await is(FILE_WRITABLE)]).toEqual([true, true]);
  });
});
