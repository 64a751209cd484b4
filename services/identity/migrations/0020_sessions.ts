import { flagColumn, idColumn, jsonColumn, nameColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Builders signed in to the console, links that sign one in, and the keys of sessions. Secrets are kept as hashes. */
export const sessions: Migration = {
  name: '0020_sessions',
  async up(db) {
    await db.schema.createTable('console_sessions', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'builder_id').notNullable();
      wordColumn(t, 'secret_hash').notNullable().unique();
      nameColumn(t, 'email').notNullable();
      flagColumn(t, 'email_verified');
      timeColumn(t, 'expire_time').notNullable().index();
      timeColumn(t, 'create_time').notNullable();
    });
    await db.schema.createTable('sign_in_links', (t) => {
      wordColumn(t, 'token_hash').primary();
      idColumn(t, 'builder_id').notNullable();
      flagColumn(t, 'email_verified');
      timeColumn(t, 'expire_time').notNullable().index();
    });
    await db.schema.createTable('session_keys', (t) => {
      wordColumn(t, 'key_hash').primary();
      idColumn(t, 'id').notNullable();
      wordColumn(t, 'kind').notNullable();
      idColumn(t, 'session_id').notNullable().index();
      idColumn(t, 'project_id');
      idColumn(t, 'builder_id');
      jsonColumn(t, 'limits');
      timeColumn(t, 'expire_time').notNullable().index();
    });
  },
  async down(db) {
    for (const table of ['session_keys', 'sign_in_links', 'console_sessions']) await db.schema.dropTable(table);
  },
};
