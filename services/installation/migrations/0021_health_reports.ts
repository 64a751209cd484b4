import type { Knex } from 'knex';
import { idColumn, nameColumn, textColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** What other services report about the health of an installation. An ended reason has no level. */
export const healthReportsTable: Migration = {
  name: 'installation_0021_health_reports',
  async up(db: Knex) {
    await db.schema.createTable('health_reports', (t) => {
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'installation_id').notNullable();
      wordColumn(t, 'code').notNullable();
      nameColumn(t, 'object_name').notNullable();
      wordColumn(t, 'level');
      textColumn(t, 'detail').notNullable();
      timeColumn(t, 'since').notNullable();
      timeColumn(t, 'seq').notNullable();
      t.primary(['installation_id', 'code', 'object_name']);
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('health_reports');
  },
};
