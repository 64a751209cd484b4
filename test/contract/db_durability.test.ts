import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'libsql';
import { isDuplicate, isTransient } from '../../lib/db/errors.ts';
import { type Db, openDatabase } from '../../lib/db/open.ts';
import { afterCommit, inTransaction } from '../../lib/db/transaction.ts';
import { promise } from '../support/promise.ts';
import { seededRandom } from '../support/seeded_random.ts';

/** Decision 34. Only SQLite: MySQL has its own group commit, and waits for the disk by default. */
describe('a commit of a SQLite file', () => {
  let folder: string;
  let db: Db;
  let disk: { prepare(sql: string): { all(): { id: number }[] }; close(): void };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-durability-'));
  });
  async function close(): Promise<void> {
    disk.close();
    await db.destroy();
  }
  afterEach(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Opens a new file, and a second connection that sees only committed rows. */
  async function open(): Promise<void> {
    const file = join(folder, `${Math.random()}.db`);
    db = openDatabase(`sqlite:${file}`);
    await db.schema.createTable('things', (t) => t.integer('id').primary());
    disk = new Database(file) as unknown as typeof disk;
  }
  const committed = () =>
    disk
      .prepare('select id from things order by id')
      .all()
      .map(({ id }) => id);
  const insert = (id: number) => inTransaction(db, async (trx) => void (await trx('things').insert({ id })));
  const failing = (id: number) =>
    inTransaction(db, async (trx) => {
      await trx('things').insert({ id });
      throw new Error(`no ${id}`);
    });

  /** A transaction that has the connection until `release` is called. */
  function slow(id: number): { done: Promise<void>; begun: Promise<void>; release: () => void } {
    let [release, begin] = [() => {}, () => {}];
    const gate = new Promise<void>((resolve) => (release = resolve));
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const done = inTransaction(db, async (trx) => {
      await trx('things').insert({ id });
      begin();
      await gate;
    });
    return { done, begun, release };
  }

  promise('waits for the disk', { without: 'normalSync' }, async () => {
    await open();
    expect(await db.raw('pragma synchronous')).toEqual([{ synchronous: 2 }]);
  });

  const ids = () => db('things').orderBy('id').pluck('id');

  it('is not waited for by a SELECT, which sees only what is committed', async () => {
    await open();
    await insert(1);
    const { begun, done, release } = slow(2);
    await begun;
    const seen = await ids().catch(String);
    release();
    await done;
    expect([seen, await ids()]).toEqual([[1], [1, 2]]);
  });

  it('of a new column is seen by a SELECT that ran before', async () => {
    await open();
    await insert(1);
    const columns = async () => Object.keys((await db('things').first()) as object);
    expect(await columns()).toEqual(['id']);
    await db.schema.alterTable('things', (t) => void t.integer('size'));
    expect(await columns()).toEqual(['id', 'size']);
  });

  /** Four transactions that wait for each other, the last one until all others have had their turns. */
  async function fourTogether(): Promise<{ before: number; onDiskAt: Record<string, number[]> }> {
    const onDiskAt: Record<string, number[]> = {};
    const tell = (name: string) => () => void (onDiskAt[name] = committed());
    const first = insert(1).then(tell('first'));
    const statement = db('things').insert({ id: 2 }).then(tell('statement'));
    const refused = failing(3).catch(tell('refused'));
    const last = slow(4);
    await last.begun;
    for (let turns = 0; turns < 3; turns += 1) await nextTurn();
    const before = Object.keys(onDiskAt).length + committed().length;
    last.release();
    await Promise.all([first, statement, refused, last.done.then(tell('last'))]);
    return { before, onDiskAt };
  }

  promise(
    'is shared by transactions that wait for each other, and none is acknowledged before it',
    { without: 'earlyCommit' },
    async () => {
      // On a slow machine a group may be full before the last transaction begins. Then it is tried again.
      for (let tries = 1, isShared = false; !isShared; tries += 1) {
        await open();
        const { before, onDiskAt } = await fourTogether();
        // Turns go in order, so what came earlier is on disk too, also when a failure is acknowledged.
        for (const [name, ids] of Object.entries({ first: [1], statement: [1, 2], refused: [1, 2], last: [1, 2, 4] }))
          expect(onDiskAt[name]).toEqual(expect.arrayContaining(ids));
        expect(committed()).toEqual([1, 2, 4]);
        isShared = before === 0;
        if (tries === 50) expect(before).toBe(0);
        if (!isShared) await close();
      }
    },
  );

  it('comes before the effects that depend on it', async () => {
    await open();
    const seen: number[][] = [];
    const tell = (id: number) =>
      inTransaction(db, async (trx) => {
        await trx('things').insert({ id });
        afterCommit(trx, () => seen.push(committed()));
      });
    await Promise.all([tell(1), tell(2), tell(3)]);
    // Turns go in order. How many share a commit depends on the machine.
    for (const [at, ids] of seen.entries()) expect(ids).toEqual(expect.arrayContaining([1, 2, 3].slice(0, at + 1)));
    expect([seen.length, committed()]).toEqual([3, [1, 2, 3]]);
  });

  promise('leaves out a transaction that failed, and no other', { without: 'keptFailure' }, async () => {
    await open();
    const jobs = [
      insert(1),
      failing(2),
      insert(3),
      db('things').insert({ id: 1 }),
      failing(4),
      db('things').insert({ id: 5 }),
    ];
    const results = await Promise.allSettled(jobs);
    expect(committed()).toEqual([1, 3, 5]);
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, false, true]);
    expect(results.map((one) => one.status === 'rejected' && isDuplicate(one.reason))).toEqual([
      false,
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  it('fails for the whole group when the engine rolls it back, and acknowledged rows stay', async () => {
    await open();
    await db.raw('pragma max_page_count = 12');
    await db.schema.createTable('large', (t) => t.text('text'));
    const large = () =>
      inTransaction(db, async (trx) => void (await trx('large').insert({ text: 'x'.repeat(200_000) })));
    const results = await Promise.allSettled([insert(1), large(), insert(2), large(), insert(3)]);
    const acknowledged = [0, 2, 4].filter((at) => results[at]?.status === 'fulfilled').map((at) => at / 2 + 1);
    expect(committed()).toEqual(acknowledged);
    expect([results[1]?.status, results[3]?.status]).toEqual(['rejected', 'rejected']);
    await insert(9);
    expect(committed()).toContain(9);
  });

  it('keeps exactly the acknowledged rows, over many transactions that succeed, fail and wait', async () => {
    await open();
    const random = seededRandom(7);
    const kept: number[] = [];
    const one = async (id: number) => {
      const choice = random.next();
      if (choice < 0.3) await failing(id).catch(() => {});
      else {
        await (choice < 0.6 ? db('things').insert({ id }) : insert(id));
        kept.push(id);
      }
      if (choice < 0.1) await db('things').count();
    };
    const lanes = Array.from({ length: 40 }, async (_, lane) => {
      for (let at = 0; at < 25; at += 1) await one(lane * 25 + at);
    });
    await Promise.all(lanes);
    expect(committed()).toEqual(kept.toSorted((a, b) => a - b));
  });

  it('is refused as too busy when the connection is not free in time, and works again after that', async () => {
    await open();
    const writer = slow(1);
    await writer.begun;
    const waiting = await Promise.allSettled([insert(2), db.schema.dropTable('things')]);
    expect(waiting.map((one) => one.status === 'rejected' && isTransient(one.reason))).toEqual([true, true]);
    expect(await ids()).toEqual([]);
    writer.release();
    await writer.done;
    await insert(3);
    expect(committed()).toEqual([1, 3]);
  });
});
