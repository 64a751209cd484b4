import type { Knex } from 'knex';
import { idColumn, jsonColumn, nameColumn, textColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const providerAppsTable: Migration = {
  name: 'installation_0001_provider_apps',
  async up(db: Knex) {
    await db.schema.createTable('provider_apps', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      nameColumn(t, 'provider').notNullable();
      nameColumn(t, 'client_id').notNullable();
      textColumn(t, 'sealed_secret').notNullable();
      nameColumn(t, 'external_ref').notNullable();
      jsonColumn(t, 'scopes').notNullable();
      jsonColumn(t, 'metadata').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
      t.unique(['project_id', 'provider', 'client_id']);
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('provider_apps');
  },
};
