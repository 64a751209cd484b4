import { beforeEach, describe, expect } from '@jest/globals';
import { onChange } from '../../lib/db/changes.ts';
import { idColumn, nameColumn } from '../../lib/db/columns.ts';
import type { Migration } from '../../lib/db/migrate.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import { newId } from '../../lib/ids/ids.ts';
import { forEachEngine } from '../support/engines.ts';
import { promise } from '../support/promise.ts';

const things: Migration = {
  name: '001_things',
  async up(db) {
    for (const table of ['things', 'others'])
      await db.schema.createTable(table, (t) => {
        idColumn(t, 'id').primary();
        nameColumn(t, 'name').notNullable();
      });
  },
  async down(db) {
    for (const table of ['things', 'others']) await db.schema.dropTable(table);
  },
};

forEachEngine((engine) => {
  describe('who listens to the changes of a database', () => {
    const db = engine.suiteDatabase([things]);
    const heard: string[] = [];
    let isListening = false;
    beforeEach(async () => {
      if (!isListening) onChange(db(), (table) => heard.push(table));
      isListening = true;
      await db()('things').del();
      heard.length = 0;
    });
    const row = (name: string) => ({ id: newId(), name });

    promise(
      'hears the table of each statement that changed rows, and of no other',
      { without: 'emptyChange' },
      async () => {
        await db()('things').insert(row('one'));
        await db()('things').where({ name: 'one' }).update({ name: 'two' });
        await db()('things').select();
        await db()('things').where({ name: 'absent' }).update({ name: 'three' });
        await db()('things').where({ name: 'absent' }).del();
        expect(heard).toEqual(['things', 'things']);
        await db()('things').where({ name: 'two' }).del();
        await db()('others').insert(row('one')).onConflict('id').merge();
        expect(heard).toEqual(['things', 'things', 'things', 'others']);
      },
    );

    promise(
      'hears of a transaction after its commit, and nothing of one that is rolled back',
      { without: 'changeBeforeCommit' },
      async () => {
        await inTransaction(db(), async (trx) => {
          await trx('things').insert(row('one'));
          await trx('others').where({ name: 'absent' }).del();
          expect(heard).toEqual([]);
        });
        expect(heard).toEqual(['things']);
        const failing = inTransaction(db(), async (trx) => {
          await trx('things').insert(row('two'));
          throw new Error('undone');
        });
        await expect(failing).rejects.toThrow('undone');
        await inTransaction(db(), async (trx) => void (await trx('others').insert(row('three'))));
        expect(heard).toEqual(['things', 'others']);
      },
    );
  });
});
