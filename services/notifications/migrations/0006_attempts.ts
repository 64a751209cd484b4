import { countColumn, idColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const attemptsTable: Migration = {
  name: 'notifications_0006_attempts',
  async up(db) {
    await db.schema.createTable('attempts', (t) => {
      idColumn(t, 'delivery_id').notNullable();
      countColumn(t, 'attempt');
      countColumn(t, 'fence');
      timeColumn(t, 'start_time').notNullable();
      timeColumn(t, 'end_time').notNullable();
      countColumn(t, 'status');
      wordColumn(t, 'error');
      t.primary(['delivery_id', 'attempt', 'fence']);
    });
  },
  down: (db) => db.schema.dropTable('attempts'),
};
