import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isStorageFailed, isTransient } from '../../lib/db/errors.ts';
import { isReachable } from '../../lib/db/is_reachable.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import { inTransaction } from '../../lib/db/transaction.ts';

const PAGES = 20;
const LARGE = 'x'.repeat(400_000);

/** SQLite has the same error for its own limit of pages as for a disk without space. */
describe('a SQLite file that cannot grow', () => {
  const dir = mkdtempSync(join(tmpdir(), 'causeway-full-'));
  let db: Db;
  beforeAll(async () => {
    db = openDatabase(`sqlite:${join(dir, 'full.db')}`);
    await db.schema.createTable('t', (t) => {
      t.increments('id');
      t.text('body');
    });
  });
  afterAll(async () => {
    await db.destroy();
    rmSync(dir, { recursive: true, force: true });
  });

  const limit = (pages: number) => db.raw(`pragma max_page_count=${pages}`);
  const count = async () => Number((await db('t').count('id as n').first())?.['n']);
  const write = () =>
    inTransaction(db, async (trx) => {
      await trx('t').insert({ body: 'small' });
      await trx('t').insert({ body: LARGE });
    });

  it('F4: fails with the cause, not with its rollback, and works again when there is space', async () => {
    await limit(PAGES);
    for (let i = 0; i < 3; i += 1) {
      const err = await write().catch((reason: unknown) => reason);
      expect([isTransient(err), isStorageFailed(err)]).toEqual([true, true]);
    }
    expect(await count()).toBe(0);
    expect(await isReachable(db)).toBe(true);
    await limit(100_000);
    await write();
    expect(await count()).toBe(2);
  });
});
