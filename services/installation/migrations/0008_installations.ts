import type { Knex } from 'knex';
import { idColumn, jsonColumn, nameColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const installationsTable: Migration = {
  name: 'installation_0008_installations',
  async up(db: Knex) {
    await db.schema.createTable('installations', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'integration_id').notNullable();
      nameColumn(t, 'group_ref').notNullable();
      idColumn(t, 'connection_id').notNullable().index();
      nameColumn(t, 'created_by').notNullable();
      idColumn(t, 'config_id').notNullable();
      idColumn(t, 'revision_id').notNullable();
      jsonColumn(t, 'config_content').notNullable();
      nameColumn(t, 'config_created_by').notNullable();
      timeColumn(t, 'config_create_time').notNullable();
      wordColumn(t, 'last_operation_status').notNullable();
      idColumn(t, 'last_operation_id');
      timeColumn(t, 'last_operation_time');
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
      t.unique(['project_id', 'integration_id', 'group_ref']);
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('installations');
  },
};
