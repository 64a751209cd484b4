import { idColumn, nameColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const topicsTable: Migration = {
  name: 'notifications_0002_topics',
  async up(db) {
    await db.schema.createTable('topics', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      nameColumn(t, 'name').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
      t.unique(['project_id', 'name'], { indexName: 'topics_name' });
    });
  },
  down: (db) => db.schema.dropTable('topics'),
};
