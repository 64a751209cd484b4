import type { Knex } from 'knex';
import {
  countColumn,
  idColumn,
  jsonColumn,
  nameColumn,
  textColumn,
  timeColumn,
  wordColumn,
} from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Multi-step authorizations between two steps. Values from customer and provider are sealed. */
export const customAuthSessionsTable: Migration = {
  name: 'installation_0016_custom_auth_sessions',
  async up(db: Knex) {
    await db.schema.createTable('custom_auth_sessions', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      wordColumn(t, 'token_hash').notNullable().unique();
      nameColumn(t, 'provider').notNullable();
      idColumn(t, 'provider_app_id');
      nameColumn(t, 'group_ref').notNullable();
      nameColumn(t, 'group_name').notNullable();
      nameColumn(t, 'consumer_ref').notNullable();
      nameColumn(t, 'consumer_name').notNullable();
      jsonColumn(t, 'metadata').notNullable();
      countColumn(t, 'step');
      textColumn(t, 'sealed').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'expire_time').notNullable().index();
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('custom_auth_sessions');
  },
};
