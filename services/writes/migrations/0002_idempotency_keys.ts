import { countColumn, idColumn, textColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** `operation_id` is NULL until the operation exists, `expire_time` until its answer is stored. */
export const idempotencyKeysTable: Migration = {
  name: '0002_idempotency_keys',
  async up(db) {
    await db.schema.createTable('idempotency_keys', (t) => {
      idColumn(t, 'project_id').notNullable();
      wordColumn(t, 'key_hash').notNullable();
      wordColumn(t, 'fingerprint').notNullable();
      idColumn(t, 'operation_id');
      countColumn(t, 'status');
      textColumn(t, 'sealed_body');
      timeColumn(t, 'begin_time').notNullable();
      timeColumn(t, 'expire_time');
      t.primary(['project_id', 'key_hash']);
      t.index(['operation_id'], 'idempotency_keys_operation');
      t.index(['expire_time'], 'idempotency_keys_expired');
    });
  },
  down: (db) => db.schema.dropTable('idempotency_keys'),
};
