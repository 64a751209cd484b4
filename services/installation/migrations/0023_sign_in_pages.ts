import type { Knex } from 'knex';
import { flagColumn, idColumn, nameColumn, textColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * The pages before a provider's sign-in, and the browsers that went on from them. A session that began before this
 * version has no page.
 */
export const signInPages: Migration = {
  name: 'installation_0023_sign_in_pages',
  async up(db: Knex) {
    await db.schema.createTable('sign_in_pages', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      wordColumn(t, 'token_hash').notNullable().unique();
      wordColumn(t, 'browser_hash').index();
      nameColumn(t, 'provider').notNullable();
      nameColumn(t, 'group_name').notNullable();
      nameColumn(t, 'consumer_name').notNullable();
      flagColumn(t, 'is_reconnect');
      textColumn(t, 'opener_origin').notNullable();
      textColumn(t, 'return_url').notNullable();
      textColumn(t, 'sealed_url').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'expire_time').notNullable().index();
    });
    await db.schema.alterTable('oauth_sessions', (t) => {
      idColumn(t, 'page_id');
      t.boolean('creates_only');
    });
    await db.schema.alterTable('custom_auth_sessions', (t) => void idColumn(t, 'page_id'));
  },
  async down(db: Knex) {
    await db.schema.alterTable('custom_auth_sessions', (t) => t.dropColumn('page_id'));
    await db.schema.alterTable('oauth_sessions', (t) => {
      t.dropColumn('creates_only');
      t.dropColumn('page_id');
    });
    await db.schema.dropTable('sign_in_pages');
  },
};
