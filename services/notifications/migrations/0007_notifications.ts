import { idColumn, jsonColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Bodies of our own messages: one per event, shared by all its destinations. */
export const notificationsTable: Migration = {
  name: 'notifications_0007_notifications',
  async up(db) {
    await db.schema.createTable('notifications', (t) => {
      idColumn(t, 'event_id').primary();
      idColumn(t, 'project_id').notNullable();
      wordColumn(t, 'event_type').notNullable();
      jsonColumn(t, 'body').notNullable();
      timeColumn(t, 'create_time').notNullable();
      t.index(['create_time'], 'notifications_age');
    });
  },
  down: (db) => db.schema.dropTable('notifications'),
};
