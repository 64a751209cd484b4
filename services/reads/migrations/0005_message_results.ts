import { idColumn, jsonColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Result arrays that are too large for a message. The receiver downloads them. */
export const messageResultsTable: Migration = {
  name: '0005_message_results',
  async up(db) {
    await db.schema.createTable('message_results', (t) => {
      idColumn(t, 'message_id').primary();
      idColumn(t, 'project_id').notNullable();
      jsonColumn(t, 'result').notNullable();
      timeColumn(t, 'download_until').notNullable();
    });
  },
  down: (db) => db.schema.dropTable('message_results'),
};
