import type { Knex } from 'knex';
import { idColumn, jsonColumn, nameColumn, textColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const oauthSessionsTable: Migration = {
  name: 'installation_0005_oauth_sessions',
  async up(db: Knex) {
    await db.schema.createTable('oauth_sessions', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      wordColumn(t, 'state_hash').notNullable().unique();
      nameColumn(t, 'provider').notNullable();
      idColumn(t, 'provider_app_id').notNullable();
      nameColumn(t, 'group_ref').notNullable();
      nameColumn(t, 'group_name').notNullable();
      nameColumn(t, 'consumer_ref').notNullable();
      nameColumn(t, 'consumer_name').notNullable();
      nameColumn(t, 'workspace_ref').notNullable();
      jsonColumn(t, 'metadata').notNullable();
      textColumn(t, 'sealed_verifier').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'expire_time').notNullable().index();
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('oauth_sessions');
  },
};
