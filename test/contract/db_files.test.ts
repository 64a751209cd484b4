import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Db, openDatabase } from '../../lib/db/open.ts';

const ROWS = 300;

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
    for (let i = 0; i < ROWS; i += 1) await db('things').insert({ body: 'x'.repeat(10_000) });
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
});
