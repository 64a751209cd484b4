import { describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import {
  countColumn,
  flagColumn,
  idColumn,
  jsonColumn,
  nameColumn,
  textColumn,
  timeColumn,
  wordColumn,
} from '../../lib/db/columns.ts';
import { isDuplicate } from '../../lib/db/errors.ts';
import { type Migration, migrateDown, migrateUp } from '../../lib/db/migrate.ts';
import { dbNow, readNow, setDatabaseClock } from '../../lib/db/now.ts';
import { afterCommit, inTransaction } from '../../lib/db/transaction.ts';
import { assertOutsideTransaction } from '../../lib/db/transaction_guard.ts';
import { newId } from '../../lib/ids/ids.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

const things: Migration = {
  name: '001_things',
  async up(db) {
    await db.schema.createTable('things', (t) => {
      idColumn(t, 'id').primary();
      nameColumn(t, 'name').notNullable();
      wordColumn(t, 'state');
      textColumn(t, 'note');
      jsonColumn(t, 'body');
      timeColumn(t, 'create_time');
      countColumn(t, 'hits');
      flagColumn(t, 'active');
      t.unique(['name'], { indexName: 'things_name' });
    });
  },
  down: (db) => db.schema.dropTable('things'),
};

const colour: Migration = {
  name: '002_things_colour',
  up: (db) =>
    db.schema.alterTable('things', (t) => {
      wordColumn(t, 'colour');
    }),
  down: (db) =>
    db.schema.alterTable('things', (t) => {
      t.dropColumn('colour');
    }),
};

function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

forEachEngine((engine) => {
  describe('values', () => {
    const db = engine.suiteDatabase([things]);
    const aThing = (over: object = {}) => ({ id: newId(), name: newId(), ...over });

    async function roundTrip(over: Record<string, unknown>) {
      const thing = aThing(over);
      await db()('things').insert(thing);
      return db()('things')
        .where({ id: thing.id })
        .first(...Object.keys(over));
    }

    it('are read as they were written: text, times, counts', async () => {
      const values = {
        note: 'Zoë 🚀\n"\'\\',
        create_time: 1_767_312_000_123,
        hits: 9_007_199_254_740_991,
        state: 'done',
      };
      expect(await roundTrip(values)).toEqual(values);
    });

    it('keep the notation of a number in a text column', async () => {
      expect(await roundTrip({ note: 5 })).toEqual({ note: '5' });
    });

    it('keep text of more than 64 KiB and JSON of any depth', async () => {
      const body = `${'['.repeat(500)}"${'x'.repeat(100_000)}"${']'.repeat(500)}`;
      expect(await roundTrip({ body })).toEqual({ body });
      const everyUnit = Array.from({ length: 0xffff }, (_, unit) => String.fromCharCode(unit + 1)).join('');
      for (const text of [
        `${'\\"'.repeat(50_000)}'\n\t\r\x1a\b%_\\`,
        `${'☃😀"'.repeat(20_000)}\\`,
        everyUnit.replace(/[\ud800-\udfff]/g, ''),
      ]) {
        const thing = aThing({ body: text });
        await db()('things').insert(thing);
        const found = await db()('things').where({ id: thing.id, body: text }).first('body');
        expect(found?.body === text).toBe(true);
        expect(await db()('things').where({ id: text }).first('id')).toBeUndefined();
      }
    });

    it('turn booleans into 1 and 0, and undefined into null', async () => {
      expect(await roundTrip({ active: true, note: undefined })).toEqual({ active: 1, note: null });
    });

    it('return sums and counts as numbers', async () => {
      await db()('things').insert([aThing({ state: 'sum', hits: 2 }), aThing({ state: 'sum', hits: 3 })]);
      const row = await db()('things').where({ state: 'sum' }).sum({ sum: 'hits' }).count({ count: '*' }).first();
      expect(row).toEqual({ sum: 5, count: 2 });
    });

    it.each([[[1, 2]], [new Date()], [NaN], [2 ** 60]])('refuse %p, which no column accepts', async (value) => {
      await expect(db()('things').insert(aThing({ note: value }))).rejects.toThrow(TypeError);
    });

    it('refuse text with a NUL, which one engine would truncate', async () => {
      await expect(db()('things').insert(aThing({ note: 'a\0b' }))).rejects.toThrow('NUL');
    });

    it.each(['\u0080', 'ü', '😀'])('find nothing by the id %j, and never fail for it', async (id) => {
      const kindOf = (query: Promise<unknown>) =>
        query.then(
          () => 'nothing',
          (err: { kind?: string }) => err.kind,
        );
      const things = () => db()('things');
      for (const query of [
        things().where({ id }).first('id'),
        things().whereIn('id', ['x', id]).select('id'),
        things().whereNotIn('id', [id, 'x']).where({ id: 'x' }).select('id'),
        things().where('id', '>', id).where({ id: 'x' }).select('id'),
        things().where({ id }).update({ note: 'x' }),
        things().where({ id }).del(),
      ])
        expect(['nothing', 'notFound']).toContain(await kindOf(query));
    });

    it('do not appear in the message of a failed statement', async () => {
      const thing = aThing({ note: 'secret' });
      await db()('things').insert(thing);
      const err: unknown = await db()('things')
        .insert({ ...thing, note: 'also secret' })
        .catch((e: unknown) => e);
      expect(String(err)).not.toContain('also secret');
    });
  });

  describe('keys', () => {
    const db = engine.suiteDatabase([things]);
    const insert = (name: string) => db()('things').insert({ id: newId(), name });

    it('refuse a second row with a recognizable error', async () => {
      await insert('twice');
      await expect(insert('twice').catch((err: unknown) => isDuplicate(err))).resolves.toBe(true);
    });

    it.each(['name', 'Name', 'nàme', 'ss', 'ß', '🚀'])('distinguish %s from similar texts', async (name) => {
      await insert(name);
      expect(await db()('things').where({ name }).pluck('name')).toEqual([name]);
    });

    it('do not report another error as a duplicate', async () => {
      const err: unknown = await db()('things')
        .insert({ id: newId() })
        .catch((e: unknown) => e);
      expect(err).toBeInstanceOf(Error);
      expect(isDuplicate(err)).toBe(false);
    });

    it('count a matched row as changed even if its values did not change', async () => {
      await insert('same');
      expect(await db()('things').where({ name: 'same' }).update({ hits: 0 })).toBe(1);
    });
  });

  describe('transactions', () => {
    const db = engine.suiteDatabase([things]);
    const count = async () => Number((await db()('things').count({ n: '*' }).first())?.['n']);
    const row = () => ({ id: newId(), name: newId() });

    it('commit everything or nothing', async () => {
      const before = await count();
      await expect(
        inTransaction(db(), async (trx) => {
          await trx('things').insert(row());
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      await inTransaction(db(), async (trx) => {
        await trx('things').insert([row(), row()]);
      });
      expect(await count()).toBe(before + 2);
    });

    it('join the transaction in which they are called', async () => {
      const before = await count();
      await expect(
        inTransaction(db(), async (trx) => {
          await inTransaction(trx, async (inner) => {
            await inner('things').insert(row());
          });
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      expect(await count()).toBe(before);
    });

    it('lose no update when fifty increment one row', async () => {
      const { id, name } = row();
      await db()('things').insert({ id, name });
      await Promise.all(
        Array.from({ length: 50 }, () =>
          inTransaction(db(), async (trx) => {
            const [{ hits }] = await trx('things').where({ id }).forUpdate().select('hits');
            await trx('things')
              .where({ id })
              .update({ hits: hits + 1 });
          }),
        ),
      );
      expect(await db()('things').where({ id }).pluck('hits')).toEqual([50]);
    });

    it('refuse the outer handle and unrelated waits inside', async () => {
      await expect(
        inTransaction(db(), async () => {
          await count();
        }),
      ).rejects.toThrow('inside a transaction');
      await expect(inTransaction(db(), async () => assertOutsideTransaction('An RPC was made'))).rejects.toThrow(
        'An RPC',
      );
      await expect(
        inTransaction(db(), async () => {
          await inTransaction(db(), count);
        }),
      ).rejects.toThrow('inside a transaction');
      await expect(count()).resolves.toBeGreaterThanOrEqual(0);
    });

    it('refuse a statement of a handle after its end, and in another transaction', async () => {
      const kept: Knex[] = [];
      await inTransaction(db(), async (trx) => void kept.push(trx));
      const late = () => kept[0]?.('things').insert({ id: newId(), name: newId() });
      await expect(late()).rejects.toThrow('The transaction has ended');
      const [begun, over] = [gate(), gate()];
      const other = inTransaction(db(), async () => {
        begun.resolve();
        await over.promise;
      });
      await begun.promise;
      await expect(late()).rejects.toThrow('outside of that transaction');
      over.resolve();
      await other;
    });

    promise('keep out what a part of failed work still writes', { without: 'lateStatement' }, async () => {
      const going = gate();
      async function straggle(trx: Knex): Promise<void> {
        for (let times = 0; times < 5; times += 1) {
          await trx('things').insert({ id: newId(), name: newId(), state: 'left' });
          going.resolve();
        }
      }
      let straggler = Promise.resolve();
      // A neighbour: on SQLite, the rollback then waits for the commit of the group.
      const neighbour = inTransaction(db(), async (trx) => void (await trx('things').first()));
      const failed = inTransaction(db(), async (trx) => {
        straggler = straggle(trx);
        straggler.catch(() => {});
        await going.promise;
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      await neighbour;
      await expect(straggler).rejects.toThrow('The transaction has ended');
      expect(await db()('things').where({ state: 'left' })).toEqual([]);
    });

    promise('keep it out of later transactions, too', { without: 'keptAfterFailure' }, async () => {
      const goOn = gate();
      let straggler = Promise.resolve();
      const failed = inTransaction(db(), async (trx) => {
        straggler = goOn.promise.then(() => trx('things').insert({ id: newId(), name: newId() }));
        straggler.catch(() => {});
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      await inTransaction(db(), async () => {
        goOn.resolve();
        await expect(straggler).rejects.toThrow('The transaction has ended');
      });
    });

    it('show their statements to who listens to the database', async () => {
      const seen: string[] = [];
      const note = ({ sql }: { sql: string }) => void seen.push(sql);
      db().on('query', note);
      await inTransaction(db(), async (trx) => void (await trx('things').first()));
      db().removeListener('query', note);
      expect(seen).toEqual([expect.stringMatching(/^BEGIN/), expect.stringMatching(/^select/), 'COMMIT;']);
    });

    it('run their callbacks after the commit, and not after a rollback', async () => {
      const ran: string[] = [];
      await inTransaction(db(), async (trx) => {
        afterCommit(trx, () => ran.push('committed'));
        await trx('things').insert(row());
        expect(ran).toEqual([]);
      });
      await inTransaction(db(), async (trx) => {
        afterCommit(trx, () => ran.push('never'));
        throw new Error('no');
      }).catch(() => {});
      afterCommit(db(), () => ran.push('at once'));
      expect(ran).toEqual(['committed', 'at once']);
    });

    it('run again after a rollback for a deadlock', async () => {
      const [a, b] = [row(), row()];
      await db()('things').insert([a, b]);
      const touch = (first: string, second: string) =>
        inTransaction(db(), async (trx) => {
          await trx('things').where({ id: first }).increment('hits', 1);
          await new Promise((resolve) => setTimeout(resolve, 100));
          await trx('things').where({ id: second }).increment('hits', 1);
        });
      await Promise.all([touch(a.id, b.id), touch(b.id, a.id)]);
      expect(await db()('things').whereIn('id', [a.id, b.id]).pluck('hits')).toEqual([2, 2]);
    });
  });

  describe('migrations', () => {
    it('run in order, once, and can be reverted', async () => {
      const { db, close } = await engine.open([things]);
      await migrateUp(db, [things, colour]);
      await migrateUp(db, [things, colour]);
      expect(await db.schema.hasColumn('things', 'colour')).toBe(true);
      await migrateDown(db, [things, colour]);
      expect(await db.schema.hasTable('things')).toBe(false);
      await close();
    });

    it('finish a step of several changes, wherever it was killed', async () => {
      for (let done = 0; done < 3; done += 1) {
        const { db, close } = await engine.open([things]);
        const changes: ((handle: Knex) => Promise<unknown>)[] = [
          (handle) => handle.schema.alterTable('things', (t) => void t.string('size', 20)),
          (handle) => handle.schema.alterTable('things', (t) => void t.index(['size'], 'things_size')),
          (handle) =>
            handle.schema.createTable('boxes', (t) => {
              t.integer('id').primary();
            }),
        ];
        const step = (count: number): Migration => ({
          name: '0009_sizes',
          async up(handle) {
            for (const change of changes.slice(0, count)) await change(handle);
            if (count < changes.length) throw new Error('killed');
          },
          async down(handle) {
            await handle.schema.dropTable('boxes'); // fails, so that nothing is taken down
          },
        });
        await expect(migrateUp(db, [things, step(done)])).rejects.toThrow('killed');
        await migrateUp(db, [things, step(changes.length)]);
        expect(await db.schema.hasColumn('things', 'size')).toBe(true);
        expect(await db.schema.hasTable('boxes')).toBe(true);
        await close();
      }
    });

    it('repeat a step that was killed half-way', async () => {
      const { db, close } = await engine.open([]);
      const killed: Migration = {
        ...things,
        async up(handle) {
          await things.up(handle);
          throw new Error('killed');
        },
      };
      await expect(migrateUp(db, [killed])).rejects.toThrow('killed');
      await migrateUp(db, [things, colour]);
      expect(await db.schema.hasColumn('things', 'colour')).toBe(true);
      await close();
    });

    it('run once when three replicas start together', async () => {
      const database = await engine.open([]);
      let ran = 0;
      const counted: Migration = {
        ...things,
        async up(db) {
          ran += 1;
          await things.up(db);
        },
      };
      const replicas = engine.name === 'sqlite' ? [database.db] : [database.db, database.replica(), database.replica()];
      await Promise.all(replicas.map((db) => migrateUp(db, [counted])));
      expect(ran).toBe(1);
      await database.close();
    });
  });

  describe('the clock', () => {
    const db = engine.suiteDatabase();

    it('is the time in Unix milliseconds', async () => {
      expect(Math.abs((await readNow(db())) - Date.now())).toBeLessThan(30_000);
    });

    it('also works in a condition, with an offset', async () => {
      const [row] = await db().select({ before: db().raw('? < ?', [dbNow(db()), dbNow(db(), 5)]) });
      expect(row.before).toBe(1);
    });

    it('can be changed by tests', async () => {
      const originMs = Date.now();
      setDatabaseClock(db(), { originMs, offsetMs: 86_400_000, scale: 1 });
      expect(Math.abs((await readNow(db())) - originMs - 86_400_000)).toBeLessThan(30_000);
      setDatabaseClock(db(), { originMs: originMs - 10_000, offsetMs: 0, scale: 100 });
      expect(await readNow(db())).toBeGreaterThan(originMs + 900_000);
      setDatabaseClock(db(), undefined);
    });
  });
});
