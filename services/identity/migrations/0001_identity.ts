import type { Knex } from 'knex';
import { idColumn, jsonColumn, nameColumn, textColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

const TABLES = ['issuer_keys', 'billing_accounts', 'api_keys', 'memberships', 'builders', 'projects', 'orgs'];

export const identityTables: Migration = {
  name: '0001_identity',
  async up(db: Knex) {
    await db.schema.createTable('orgs', (t) => {
      idColumn(t, 'id').primary();
      nameColumn(t, 'label').notNullable();
      idColumn(t, 'default_team_id').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
    });
    await db.schema.createTable('projects', (t) => {
      idColumn(t, 'id').primary();
      nameColumn(t, 'name').notNullable().unique();
      nameColumn(t, 'app_name').notNullable();
      idColumn(t, 'org_id').notNullable().index();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
    });
    await db.schema.createTable('builders', (t) => {
      idColumn(t, 'id').primary();
      wordColumn(t, 'idp_provider').notNullable();
      nameColumn(t, 'idp_ref').notNullable();
      nameColumn(t, 'first_name').notNullable();
      nameColumn(t, 'last_name').notNullable();
      nameColumn(t, 'primary_email').notNullable();
      timeColumn(t, 'create_time').notNullable();
      t.unique(['idp_provider', 'idp_ref']);
    });
    await db.schema.createTable('memberships', (t) => {
      idColumn(t, 'org_id').notNullable();
      idColumn(t, 'builder_id').notNullable();
      wordColumn(t, 'role').notNullable();
      timeColumn(t, 'create_time').notNullable();
      t.primary(['org_id', 'builder_id']);
      t.index(['builder_id']);
    });
    await db.schema.createTable('api_keys', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable().index();
      nameColumn(t, 'label').notNullable();
      wordColumn(t, 'key_hash').notNullable().unique();
      textColumn(t, 'sealed_key').notNullable();
      jsonColumn(t, 'scopes').notNullable();
      t.boolean('active').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
    });
    await db.schema.createTable('billing_accounts', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'org_id').notNullable().unique();
      nameColumn(t, 'display_name').notNullable();
      wordColumn(t, 'billing_provider').notNullable();
      nameColumn(t, 'billing_provider_ref').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
    });
    await db.schema.createTable('issuer_keys', (t) => {
      wordColumn(t, 'id').primary();
      textColumn(t, 'sealed_key').notNullable();
      timeColumn(t, 'create_time').notNullable();
    });
  },
  async down(db: Knex) {
    for (const table of TABLES) await db.schema.dropTable(table);
  },
};
