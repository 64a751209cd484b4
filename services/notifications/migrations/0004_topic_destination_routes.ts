import { idColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const topicDestinationRoutesTable: Migration = {
  name: 'notifications_0004_topic_destination_routes',
  async up(db) {
    await db.schema.createTable('topic_destination_routes', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'topic_id').notNullable();
      idColumn(t, 'destination_id').notNullable();
      timeColumn(t, 'create_time').notNullable();
      t.unique(['project_id', 'topic_id', 'destination_id'], { indexName: 'topic_destination_routes_pair' });
      t.index(['destination_id'], 'topic_destination_routes_destination');
    });
  },
  down: (db) => db.schema.dropTable('topic_destination_routes'),
};
