import {
  countColumn,
  flagColumn,
  idColumn,
  jsonColumn,
  leaseColumns,
  nameColumn,
  textColumn,
  timeColumn,
  wordColumn,
} from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * One row per installation and object; it is also the object's lock. The lease columns are required by lib/db/claim.
 */
export const schedulesTable: Migration = {
  name: '0001_schedules',
  async up(db) {
    await db.schema.createTable('schedules', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'integration_id').notNullable();
      idColumn(t, 'installation_id').notNullable();
      nameColumn(t, 'object_name').notNullable();
      nameColumn(t, 'mapped_object_name').notNullable();
      wordColumn(t, 'state').notNullable();
      textColumn(t, 'cron').notNullable();
      timeColumn(t, 'next_time');
      flagColumn(t, 'is_paused');
      textColumn(t, 'pause_note');
      timeColumn(t, 'watermark').notNullable();
      countColumn(t, 'next_sequence');
      wordColumn(t, 'backfill_operation_id').notNullable();
      jsonColumn(t, 'plan').notNullable();
      leaseColumns(t);
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time').notNullable();
      t.unique(['installation_id', 'object_name'], { indexName: 'schedules_object' });
      t.index(['state', 'next_time'], 'schedules_due');
    });
  },
  down: (db) => db.schema.dropTable('schedules'),
};
