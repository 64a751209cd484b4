import { idColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const eventTopicRoutesTable: Migration = {
  name: 'notifications_0003_event_topic_routes',
  async up(db) {
    await db.schema.createTable('event_topic_routes', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      wordColumn(t, 'event_type').notNullable();
      idColumn(t, 'topic_id').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
      t.unique(['project_id', 'event_type', 'topic_id'], { indexName: 'event_topic_routes_pair' });
      t.index(['topic_id'], 'event_topic_routes_topic');
    });
  },
  down: (db) => db.schema.dropTable('event_topic_routes'),
};
