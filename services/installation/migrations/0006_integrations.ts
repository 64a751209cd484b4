import type { Knex } from 'knex';
import { idColumn, nameColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const integrationsTable: Migration = {
  name: 'installation_0006_integrations',
  async up(db: Knex) {
    await db.schema.createTable('integrations', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      nameColumn(t, 'name').notNullable();
      nameColumn(t, 'provider').notNullable();
      idColumn(t, 'revision_id').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
      t.unique(['project_id', 'name']);
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('integrations');
  },
};
