import { countColumn } from '../db/columns.ts';
import type { Migration } from '../db/migrate.ts';

/** Creates the table `versions`. Its only row counts the changes of the data that the service returns. */
export function versionTable(name: string): Migration {
  return {
    name,
    async up(db) {
      await db.schema.createTable('versions', (t) => {
        t.integer('id').primary();
        countColumn(t, 'version');
      });
      await db('versions').insert({ id: 1, version: 1 });
    },
    down: (db) => db.schema.dropTable('versions'),
  };
}
