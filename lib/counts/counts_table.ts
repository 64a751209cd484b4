import { countColumn, idColumn, timeColumn, wordColumn } from '../db/columns.ts';
import type { Migration } from '../db/migrate.ts';

/**
 * The counts of a project in slots of five minutes. A count is the sum of several rows, so that transactions of one
 * project rarely wait for the same row.
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
