import { countColumn, idColumn, timeColumn, wordColumn } from '../db/columns.ts';
import type { Migration } from '../db/migrate.ts';

/**
 * Counts of what happened in a project, by five minutes. A count has several rows, so that transactions of one project
 * rarely wait for each other's row; its value is their sum.
 */
export function countsTable(name: string): Migration {
  return {
    name,
    async up(db) {
      await db.schema.createTable('counts', (t) => {
        idColumn(t, 'project_id').notNullable();
        timeColumn(t, 'start_time').notNullable();
        wordColumn(t, 'kind').notNullable();
        countColumn(t, 'part');
        countColumn(t, 'happened');
        t.primary(['project_id', 'start_time', 'kind', 'part']);
        t.index(['start_time'], 'counts_age');
      });
    },
    down: (db) => db.schema.dropTable('counts'),
  };
}
