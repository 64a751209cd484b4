import { idColumn, nameColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Destinations that were deleted, so that their deliveries are still listed; see destinations/destination.ts. */
export const deletedDestinations: Migration = {
  name: 'notifications_0020_deleted_destinations',
  async up(db) {
    await db.schema.createTable('deleted_destinations', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      nameColumn(t, 'name').notNullable();
      timeColumn(t, 'delete_time').notNullable();
      t.index(['project_id', 'delete_time'], 'deleted_destinations_listed');
      t.index(['delete_time'], 'deleted_destinations_age');
    });
  },
  down: (db) => db.schema.dropTable('deleted_destinations'),
};
