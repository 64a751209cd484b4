import type { Knex } from 'knex';
import { idColumn, nameColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const groupsTable: Migration = {
  name: 'installation_0002_groups',
  async up(db: Knex) {
    await db.schema.createTable('groups', (t) => {
      idColumn(t, 'project_id').notNullable();
      nameColumn(t, 'ref').notNullable();
      nameColumn(t, 'name').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
      t.primary(['project_id', 'ref']);
    });
  },
  async down(db: Knex) {
    await db.schema.dropTable('groups');
  },
};
