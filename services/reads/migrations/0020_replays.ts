import { countColumn, flagColumn, idColumn, jsonColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Replays: operations that run another one again from its archive, and the differences they found. */
export const replaysTable: Migration = {
  name: '0020_replays',
  async up(db) {
    await db.schema.createTable('replays', (t) => {
      idColumn(t, 'operation_id').primary();
      idColumn(t, 'project_id').notNullable();
      wordColumn(t, 'config').notNullable();
      for (const count of ['exact', 'by_order', 'added', 'removed', 'changed', 'same', 'unknown'])
        countColumn(t, count);
      jsonColumn(t, 'changes').notNullable();
    });
    await db.schema.alterTable('operations', (t) => {
      idColumn(t, 'replay_of');
      flagColumn(t, 'replay_delivers');
    });
  },
  async down(db) {
    await db.schema.alterTable('operations', (t) => {
      t.dropColumn('replay_of');
      t.dropColumn('replay_delivers');
    });
    await db.schema.dropTable('replays');
  },
};
