import type { Knex } from 'knex';
import { idColumn, nameColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const integrationRemovalsTable: Migration = {
  name: 'installation_0014_integration_removals',
  async up(db: Knex) {
    await db.schema.createTable('integration_removals', (t) => {
      idColumn(t, 'integration_id').primary();
      idColumn(t, 'project_id').notNullable();
      nameColumn(t, 'integration_name').notNullable();
      timeColumn(t, 'create_time').notNullable().index();
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('integration_removals');
  },
};
