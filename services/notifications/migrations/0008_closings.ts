import { idColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Disabled or deleted destinations that may still have pending deliveries; see holds/holds.ts. */
export const closingsTable: Migration = {
  name: 'notifications_0008_closings',
  async up(db) {
    await db.schema.createTable('closings', (t) => {
      idColumn(t, 'destination_id').primary();
      idColumn(t, 'project_id').notNullable();
      wordColumn(t, 'final_state').notNullable();
      timeColumn(t, 'create_time').notNullable();
    });
  },
  down: (db) => db.schema.dropTable('closings'),
};
