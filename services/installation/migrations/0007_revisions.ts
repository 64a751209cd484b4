import type { Knex } from 'knex';
import { idColumn, jsonColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const revisionsTable: Migration = {
  name: 'installation_0007_revisions',
  async up(db: Knex) {
    await db.schema.createTable('revisions', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'integration_id').notNullable().index();
      wordColumn(t, 'spec_version').notNullable();
      jsonColumn(t, 'content').notNullable();
      wordColumn(t, 'content_hash').notNullable();
      jsonColumn(t, 'warnings').notNullable();
      timeColumn(t, 'create_time').notNullable();
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('revisions');
  },
};
