import { describe, expect, it } from '@jest/globals';
import { type ClaimOrder, claimRows, reclaimRows, renewLease } from '../../lib/db/claim.ts';
import { countColumn, idColumn, leaseColumns, timeColumn, wordColumn } from '../../lib/db/columns.ts';
import { fencedUpdate } from '../../lib/db/fence.ts';
import type { Migration } from '../../lib/db/migrate.ts';
import { readNow } from '../../lib/db/now.ts';
import type { Db } from '../../lib/db/open.ts';
import { newId } from '../../lib/ids/ids.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

const jobs: Migration = {
  name: '001_jobs',
  async up(db) {
    await db.schema.createTable('jobs', (t) => {
      idColumn(t, 'id').primary();
      wordColumn(t, 'state').notNullable();
      timeColumn(t, 'next_time');
      countColumn(t, 'attempts');
      leaseColumns(t);
      t.index(['state', 'next_time'], 'jobs_due');
      t.index(['state', 'lease_until'], 'jobs_leased');
    });
  },
  down: (db) => db.schema.dropTable('jobs'),
};

type Job = { id: string; fence: number; attempts: number };

const order: ClaimOrder = {
  table: 'jobs',
  state: { column: 'state', from: 'pending', to: 'leased' },
  dueColumn: 'next_time',
  index: 'jobs_due',
  limit: 10,
  leaseMs: 60_000,
  columns: ['attempts'],
};

async function addJobs(db: Db, count: number, over: object = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await db('jobs').insert(ids.map((id, i) => ({ id, state: 'pending', next_time: i, ...over })));
  return ids;
}

forEachEngine((engine) => {
  describe('a claim', () => {
    it('gives four workers disjoint rows, until none are left', async () => {
      const database = await engine.open([jobs]);
      const ids = await addJobs(database.db, 400);
      const workers = Array.from({ length: 4 }, () => database.replica({ poolSize: 2 }));
      const taken = await Promise.all(
        workers.map(async (db) => {
          const mine: string[] = [];
          for (let rows = await claimRows<Job>(db, order); rows.length > 0; rows = await claimRows<Job>(db, order)) {
            mine.push(...rows.map(({ id }) => id));
          }
          return mine;
        }),
      );
      expect(taken.flat().toSorted()).toEqual(ids.toSorted());
      await database.close();
    });

    it('begins no transaction when no row is due', async () => {
      const { db, close } = await engine.open([jobs]);
      await addJobs(db, 1, { next_time: (await readNow(db)) + 60_000 });
      const seen: string[] = [];
      db.on('query', ({ sql }: { sql: string }) => void seen.push(sql));
      expect([...(await claimRows(db, order)), ...(await reclaimRows(db, order))]).toEqual([]);
      expect(seen).toEqual([expect.stringMatching(/^select/), expect.stringMatching(/^select/)]);
      await close();
    });

    it('does not wait for rows that another worker holds', async () => {
      if (engine.name === 'sqlite') return; // SQLite has one writer at a time
      const { db, replica, close } = await engine.open([jobs]);
      await addJobs(db, 30);
      const other = replica();
      const held = await other.transaction();
      await held('jobs')
        .where({ state: 'pending' })
        .orderBy('next_time')
        .limit(10)
        .select('id')
        .forUpdate()
        .skipLocked();
      const began = Date.now();
      expect(await claimRows<Job>(db, order)).toHaveLength(10);
      expect(Date.now() - began).toBeLessThan(4_900); // the lock wait would end after 5 s
      await held.rollback();
      await close();
    });

    const db = engine.suiteDatabase([jobs]);

    it('takes due rows, the longest due first, and returns the new fence', async () => {
      const now = await readNow(db());
      const [late, soon] = [newId(), newId()];
      await db()('jobs').insert([
        { id: soon, state: 'pending', next_time: now - 10 },
        { id: late, state: 'pending', next_time: now - 20 },
        { id: newId(), state: 'pending', next_time: now + 60_000 },
        { id: newId(), state: 'pending', next_time: null },
      ]);
      const rows = await claimRows<Job>(db(), { ...order, set: { attempts: db().raw('attempts + 1') } });
      expect(rows.map(({ id, fence }) => ({ id, fence }))).toEqual([
        { id: late, fence: 1 },
        { id: soon, fence: 1 },
      ]);
      expect(await db()('jobs').where({ id: late }).first('attempts', 'state', 'fence')).toEqual({
        attempts: 1,
        state: 'leased',
        fence: 1,
      });
    });

    it('leaves a leased row alone until its lease has expired, then claims it with a higher fence', async () => {
      await db()('jobs').del();
      const [id] = await addJobs(db(), 1);
      const short = { ...order, leaseMs: 1_500 };
      await claimRows(db(), short);
      expect(await reclaimRows(db(), { ...order, index: 'jobs_leased' })).toEqual([]);
      await new Promise((resolve) => setTimeout(resolve, 1_600));
      expect(await reclaimRows<Job>(db(), { ...order, index: 'jobs_leased' })).toEqual([{ id, attempts: 0, fence: 2 }]);
    });
  });

  describe('a fence', () => {
    const db = engine.suiteDatabase([jobs]);

    promise('lets only the current holder write and renew', { without: 'fence' }, async () => {
      const [id] = (await addJobs(db(), 1)) as [string];
      const [first] = (await claimRows<Job>(db(), { ...order, leaseMs: 0 })) as [Job];
      expect(await renewLease(db(), { table: 'jobs', id, fence: first.fence, leaseMs: 0 })).toBe(true);
      await new Promise((resolve) => setTimeout(resolve, 10));
      const [second] = (await reclaimRows<Job>(db(), { ...order, index: 'jobs_leased' })) as [Job];
      const finish = (fence: number) => fencedUpdate(db()('jobs').where({ id }).update({ state: 'done' }), fence);
      expect(await finish(first.fence)).toBe(false);
      expect(await renewLease(db(), { table: 'jobs', id, fence: first.fence, leaseMs: 1_000 })).toBe(false);
      expect(await finish(second.fence)).toBe(true);
    });
  });
});
