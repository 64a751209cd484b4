import { countColumn } from '../db/columns.ts';
import type { Migration } from '../db/migrate.ts';

/** One row: how often what the service shows has changed. */
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
