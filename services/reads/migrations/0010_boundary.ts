import { countColumn, idColumn, nameColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The delivered records of an object that the next read will receive again; see boundary/boundary.ts. */
export const boundaryTable: Migration = {
  name: '0010_boundary',
  async up(db) {
    await db.schema.createTable('boundary_records', (t) => {
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'installation_id').notNullable();
      nameColumn(t, 'object_name').notNullable();
      wordColumn(t, 'record_key').notNullable();
      wordColumn(t, 'fingerprint').notNullable();
      idColumn(t, 'origin_id').notNullable();
      idColumn(t, 'operation_id').notNullable();
      timeColumn(t, 'record_time');
      t.primary(['installation_id', 'object_name', 'record_key']);
    });
    await db.schema.alterTable('schedules', (t) => {
      countColumn(t, 'lag_millis');
    });
  },
  async down(db) {
    await db.schema.alterTable('schedules', (t) => {
      t.dropColumn('lag_millis');
    });
    await db.schema.dropTable('boundary_records');
  },
};
