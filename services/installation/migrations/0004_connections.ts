import type { Knex } from 'knex';
import {
  countColumn,
  idColumn,
  jsonColumn,
  leaseColumns,
  nameColumn,
  textColumn,
  timeColumn,
  wordColumn,
} from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const connectionsTable: Migration = {
  name: 'installation_0004_connections',
  async up(db: Knex) {
    await db.schema.createTable('connections', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      nameColumn(t, 'provider').notNullable();
      nameColumn(t, 'group_ref').notNullable();
      nameColumn(t, 'consumer_ref').notNullable();
      nameColumn(t, 'workspace_ref').notNullable();
      nameColumn(t, 'provider_consumer_ref').notNullable();
      idColumn(t, 'provider_app_id');
      wordColumn(t, 'auth_scheme').notNullable();
      wordColumn(t, 'status').notNullable();
      timeColumn(t, 'status_time').notNullable();
      jsonColumn(t, 'metadata').notNullable();
      textColumn(t, 'credentials').notNullable();
      countColumn(t, 'generation');
      timeColumn(t, 'expire_time');
      timeColumn(t, 'refresh_time');
      countColumn(t, 'refresh_failures');
      countColumn(t, 'rejections');
      leaseColumns(t);
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
      t.index(['project_id', 'group_ref', 'provider'], 'connections_of_group');
      t.index(['provider_app_id'], 'connections_of_app');
      t.index(['refresh_time'], 'connections_to_refresh');
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('connections');
  },
};
