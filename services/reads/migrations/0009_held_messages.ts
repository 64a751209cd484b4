import { countColumn, idColumn, nameColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * Messages that wait until they are requested, and how many more were requested than exist. A separate table, so that
 * messages that are delivered at once do not pay for its index.
 */
export const heldMessagesTable: Migration = {
  name: '0009_held_messages',
  async up(db) {
    await db.schema.createTable('held_messages', (t) => {
      idColumn(t, 'message_id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'installation_id').notNullable();
      nameColumn(t, 'object_name').notNullable();
      idColumn(t, 'operation_id').notNullable();
      t.bigInteger('sequence').notNullable();
      t.unique(['installation_id', 'object_name', 'sequence'], { indexName: 'held_messages_sequence' });
    });
    await db.schema.alterTable('schedules', (t) => {
      countColumn(t, 'page_credit');
      t.index(['page_credit'], 'schedules_credit');
    });
  },
  async down(db) {
    await db.schema.alterTable('schedules', (t) => {
      t.dropIndex(['page_credit'], 'schedules_credit');
      t.dropColumn('page_credit');
    });
    await db.schema.dropTable('held_messages');
  },
};
