import { countColumn, idColumn, nameColumn, textColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** `body` becomes NULL after its retention; the row stays as the record of what was sent. */
export const messagesTable: Migration = {
  name: '0004_messages',
  async up(db) {
    await db.schema.createTable('messages', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'installation_id').notNullable();
      nameColumn(t, 'object_name').notNullable();
      idColumn(t, 'operation_id').notNullable();
      t.bigInteger('sequence').notNullable();
      countColumn(t, 'num_records');
      wordColumn(t, 'state').notNullable();
      textColumn(t, 'body');
      timeColumn(t, 'settle_time');
      timeColumn(t, 'create_time').notNullable();
      t.unique(['installation_id', 'object_name', 'sequence'], { indexName: 'messages_sequence' });
      t.index(['state', 'settle_time'], 'messages_settled');
    });
  },
  down: (db) => db.schema.dropTable('messages'),
};
