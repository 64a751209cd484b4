import { countColumn, idColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Recoveries of destinations; see recoveries/recovery.ts. */
export const recoveriesTable: Migration = {
  name: 'notifications_0023_recoveries',
  async up(db) {
    await db.schema.createTable('recoveries', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'destination_id').notNullable();
      wordColumn(t, 'state').notNullable();
      timeColumn(t, 'since_time').notNullable();
      timeColumn(t, 'until_time').notNullable();
      timeColumn(t, 'position_time').notNullable();
      idColumn(t, 'position_id').notNullable();
      timeColumn(t, 'due_time').notNullable();
      countColumn(t, 'found');
      countColumn(t, 'released');
      countColumn(t, 'without_body');
      countColumn(t, 'delivered');
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'end_time');
      t.index(['destination_id', 'id'], 'recoveries_listed');
      t.index(['state', 'end_time'], 'recoveries_age');
    });
  },
  down: (db) => db.schema.dropTable('recoveries'),
};
