import type { Knex } from 'knex';
import { flagColumn, idColumn, nameColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const destinationsTable: Migration = {
  name: 'installation_0009_destinations',
  async up(db: Knex) {
    await db.schema.createTable('destinations', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      nameColumn(t, 'name').notNullable();
      flagColumn(t, 'deleted');
      timeColumn(t, 'event_time').notNullable();
      t.index(['project_id', 'name']);
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('destinations');
  },
};
