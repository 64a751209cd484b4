import { idColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Destinations whose held deliveries are being released; see holds/holds.ts. */
export const releasesTable: Migration = {
  name: 'notifications_0012_releases',
  async up(db) {
    await db.schema.createTable('releases', (t) => {
      idColumn(t, 'destination_id').primary();
      idColumn(t, 'project_id').notNullable();
      timeColumn(t, 'due_time').notNullable();
      timeColumn(t, 'create_time').notNullable();
    });
  },
  down: (db) => db.schema.dropTable('releases'),
};
