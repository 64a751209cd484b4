import { countsTable } from '../../../lib/counts/counts_table.ts';
import { countColumn, idColumn, nameColumn, textColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';
import { eventMigrations } from '../../../lib/events/event_migrations.ts';
import { versionTable } from '../../../lib/versions/version_table.ts';
import { workMigrations } from '../../../lib/work/migrations/work_migrations.ts';
import { operationsTable } from './0001_operations.ts';
import { idempotencyKeysTable } from './0002_idempotency_keys.ts';
import { droppedBodies } from './0005_dropped_bodies.ts';
import { tracedRecords } from './0006_traced_records.ts';

/** A copy of WRITE_TABLES (records/queued_record_store.ts), because a migration must not change when that does. */
const WORK = { operations: 'queued_records', turns: 'turns', logs: 'operation_logs', ownerColumn: 'installation_id' };

export const migrations: Migration[] = [
  ...eventMigrations,
  operationsTable,
  idempotencyKeysTable,
  ...workMigrations(WORK, (t) => {
    idColumn(t, 'operation_id').notNullable();
    countColumn(t, 'position');
    nameColumn(t, 'order_key').notNullable();
    timeColumn(t, 'sent_time');
    textColumn(t, 'sealed_result');
    t.index(['operation_id', 'position'], 'queued_records_operation');
    t.index(['order_key', 'state'], 'queued_records_order');
  }),
  countsTable('0003_counts'),
  versionTable('0004_version'),
  droppedBodies,
  tracedRecords,
];
