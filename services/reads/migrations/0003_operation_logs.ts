import { idColumn, jsonColumn, textColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const operationLogsTable: Migration = {
  name: '0003_operation_logs',
  async up(db) {
    await db.schema.createTable('operation_logs', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'operation_id').notNullable();
      timeColumn(t, 'create_time').notNullable();
      wordColumn(t, 'severity').notNullable();
      textColumn(t, 'msg').notNullable();
      textColumn(t, 'error');
      jsonColumn(t, 'details');
      t.index(['operation_id', 'id'], 'operation_logs_lines');
    });
  },
  down: (db) => db.schema.dropTable('operation_logs'),
};
