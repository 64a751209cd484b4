import {
  countColumn,
  flagColumn,
  idColumn,
  nameColumn,
  textColumn,
  timeColumn,
  wordColumn,
} from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** One row for each request to write. Its two bodies are sealed. */
export const operationsTable: Migration = {
  name: '0001_operations',
  async up(db) {
    await db.schema.createTable('operations', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'integration_id').notNullable();
      idColumn(t, 'installation_id').notNullable();
      idColumn(t, 'connection_id').notNullable();
      wordColumn(t, 'config_id').notNullable();
      nameColumn(t, 'object_name').notNullable();
      nameColumn(t, 'mapped_object_name').notNullable();
      wordColumn(t, 'write_type').notNullable();
      flagColumn(t, 'is_async');
      textColumn(t, 'created_by').notNullable();
      wordColumn(t, 'state').notNullable();
      textColumn(t, 'result');
      wordColumn(t, 'outcome').notNullable();
      textColumn(t, 'record_id');
      countColumn(t, 'records_total');
      countColumn(t, 'records_written');
      countColumn(t, 'records_failed');
      countColumn(t, 'attempts');
      timeColumn(t, 'last_attempt_time');
      timeColumn(t, 'deadline_time');
      wordColumn(t, 'tell_state').notNullable();
      textColumn(t, 'sealed_request');
      textColumn(t, 'sealed_response');
      timeColumn(t, 'begin_time').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time').notNullable();
      t.index(['installation_id', 'id'], 'operations_newest');
      t.index(['project_id', 'state', 'id'], 'operations_listed');
      t.index(['state', 'is_async', 'begin_time'], 'operations_begun');
      t.index(['tell_state', 'id'], 'operations_untold');
      t.index(['state', 'update_time'], 'operations_ended');
    });
  },
  down: (db) => db.schema.dropTable('operations'),
};
