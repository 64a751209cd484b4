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

/** `active_key` is unique and NULL while waiting or finished, so an object has one active operation. */
export const operationsTable: Migration = {
  name: '0002_operations',
  async up(db) {
    await db.schema.createTable('operations', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'integration_id').notNullable();
      idColumn(t, 'installation_id').notNullable();
      wordColumn(t, 'config_id').notNullable();
      nameColumn(t, 'object_name').notNullable();
      nameColumn(t, 'mapped_object_name').notNullable();
      wordColumn(t, 'read_type').notNullable();
      wordColumn(t, 'state').notNullable();
      nameColumn(t, 'active_key').unique('operations_active');
      timeColumn(t, 'since_time');
      timeColumn(t, 'until_time');
      jsonColumn(t, 'plan');
      timeColumn(t, 'start_time');
      jsonColumn(t, 'cursor_value');
      flagColumn(t, 'is_read');
      countColumn(t, 'page_seq');
      countColumn(t, 'records_processed');
      t.bigInteger('records_estimated_total').notNullable().defaultTo(-1);
      countColumn(t, 'attempts');
      countColumn(t, 'tries');
      countColumn(t, 'rate_limits');
      timeColumn(t, 'last_attempt_time');
      timeColumn(t, 'next_time').notNullable();
      leaseColumns(t);
      textColumn(t, 'result');
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time').notNullable();
      t.index(['state', 'next_time'], 'operations_due');
      t.index(['state', 'lease_until'], 'operations_lease');
      t.index(['installation_id', 'id'], 'operations_newest');
      t.index(['installation_id', 'state'], 'operations_open');
    });
  },
  down: (db) => db.schema.dropTable('operations'),
};
