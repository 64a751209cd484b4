import { idColumn, nameColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Names that destinations had before; each still resolves to its destination until another one takes it. */
export const formerDestinationNamesTable: Migration = {
  name: 'notifications_0009_former_destination_names',
  async up(db) {
    await db.schema.createTable('former_destination_names', (t) => {
      idColumn(t, 'project_id').notNullable();
      nameColumn(t, 'name').notNullable();
      idColumn(t, 'destination_id').notNullable();
      timeColumn(t, 'create_time').notNullable();
      t.primary(['project_id', 'name']);
      t.index(['project_id', 'destination_id'], 'former_names_of');
    });
  },
  down: (db) => db.schema.dropTable('former_destination_names'),
};
