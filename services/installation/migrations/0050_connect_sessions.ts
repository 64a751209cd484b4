import { idColumn, nameColumn, textColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Sessions of the connect page. Tokens and the browser's secret are kept as hashes. */
export const connectSessions: Migration = {
  name: 'installation_0050_connect_sessions',
  async up(db) {
    await db.schema.createTable('connect_sessions', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      wordColumn(t, 'token_hash').notNullable().unique();
      wordColumn(t, 'browser_hash');
      nameColumn(t, 'group_ref').notNullable();
      nameColumn(t, 'group_name').notNullable();
      nameColumn(t, 'consumer_ref').notNullable();
      nameColumn(t, 'consumer_name').notNullable();
      wordColumn(t, 'integration_id').notNullable();
      nameColumn(t, 'provider').notNullable();
      textColumn(t, 'return_url').notNullable();
      textColumn(t, 'field_mapping_json').notNullable();
      wordColumn(t, 'status').notNullable();
      wordColumn(t, 'connection_id').notNullable();
      wordColumn(t, 'installation_id').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'expire_time').notNullable().index();
    });
  },
  async down(db) {
    await db.schema.dropTable('connect_sessions');
  },
};
