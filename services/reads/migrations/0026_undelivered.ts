import { countColumn, flagColumn, idColumn, nameColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * Held and undelivered messages; see deliveries/undelivered.ts. `oldest_time`: of the records of a message, null when one
 * of them has no time. `told_deletions`: the deleted records that a message reports, of swept objects.
 */
export const undeliveredColumns: Migration = {
  name: '0026_undelivered',
  async up(db) {
    await db.schema.createTable('told_deletions', (t) => {
      idColumn(t, 'message_id').notNullable();
      nameColumn(t, 'record_id').notNullable();
      t.primary(['message_id', 'record_id']);
    });
    await db.schema.alterTable('messages', (t) => {
      flagColumn(t, 'is_held');
      countColumn(t, 'hold_seq');
      timeColumn(t, 'oldest_time');
    });
    await db.schema.alterTable('boundary_records', (t) => void idColumn(t, 'message_id'));
    await db.schema.alterTable('operations', (t) => {
      countColumn(t, 'records_held');
      flagColumn(t, 'is_reread');
    });
    await db.schema.alterTable('schedules', (t) => {
      countColumn(t, 'records_held');
      timeColumn(t, 'undelivered_from');
      idColumn(t, 'reread_operation_id');
      timeColumn(t, 'reread_time');
      t.index(['reread_time'], 'schedules_reread');
    });
  },
  async down(db) {
    await db.schema.alterTable('schedules', (t) => {
      t.dropIndex(['reread_time'], 'schedules_reread');
      for (const name of ['records_held', 'undelivered_from', 'reread_operation_id', 'reread_time']) t.dropColumn(name);
    });
    await db.schema.alterTable('operations', (t) => {
      t.dropColumn('records_held');
      t.dropColumn('is_reread');
    });
    await db.schema.alterTable('boundary_records', (t) => t.dropColumn('message_id'));
    await db.schema.alterTable('messages', (t) => {
      for (const name of ['is_held', 'hold_seq', 'oldest_time']) t.dropColumn(name);
    });
    await db.schema.dropTable('told_deletions');
  },
};
