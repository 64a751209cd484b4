import {
  countColumn,
  idColumn,
  jsonColumn,
  nameColumn,
  textColumn,
  timeColumn,
  wordColumn,
} from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const destinationsTable: Migration = {
  name: 'notifications_0001_destinations',
  async up(db) {
    await db.schema.createTable('destinations', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      nameColumn(t, 'name').notNullable();
      wordColumn(t, 'type').notNullable();
      jsonColumn(t, 'metadata').notNullable();
      textColumn(t, 'sealed_key').notNullable();
      jsonColumn(t, 'old_keys').notNullable();
      wordColumn(t, 'status').notNullable();
      countColumn(t, 'failures');
      timeColumn(t, 'failing_since');
      timeColumn(t, 'open_until');
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
      t.unique(['project_id', 'name'], { indexName: 'destinations_name' });
    });
  },
  down: (db) => db.schema.dropTable('destinations'),
};
