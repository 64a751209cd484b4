import { countColumn, flagColumn, idColumn, jsonColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * The outcome of every record, by page and by operation; see operations/ledger.ts. `records_fetched` is -1 for older
 * operations, which have no such counts. A message stores whether it was undelivered, so that a later delivery can move
 * its records to the other count. Pages have no index by age: the ids of their operations are ordered by time.
 */
export const ledger: Migration = {
  name: '0011_ledger',
  async up(db) {
    await db.schema.createTable('operation_pages', (t) => {
      idColumn(t, 'operation_id').notNullable();
      t.bigInteger('page_seq').notNullable();
      idColumn(t, 'line_id').notNullable();
      idColumn(t, 'project_id').notNullable();
      t.bigInteger('said');
      countColumn(t, 'fetched');
      countColumn(t, 'mapped');
      jsonColumn(t, 'skipped');
      countColumn(t, 'messages');
      countColumn(t, 'bytes');
      timeColumn(t, 'create_time').notNullable();
      t.primary(['operation_id', 'page_seq']);
    });
    await db.schema.alterTable('operations', (t) => {
      t.bigInteger('records_fetched').notNullable().defaultTo(-1);
      jsonColumn(t, 'records_skipped');
      countColumn(t, 'records_delivered');
      countColumn(t, 'records_undelivered');
    });
    await db.schema.alterTable('messages', (t) => flagColumn(t, 'is_undelivered'));
  },
  async down(db) {
    await db.schema.alterTable('messages', (t) => t.dropColumn('is_undelivered'));
    await db.schema.alterTable('operations', (t) => {
      for (const name of ['records_fetched', 'records_skipped', 'records_delivered', 'records_undelivered'])
        t.dropColumn(name);
    });
    await db.schema.dropTable('operation_pages');
  },
};
