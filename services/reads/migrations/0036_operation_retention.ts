import type { Migration } from '../../../lib/db/migrate.ts';

const MESSAGES = 'messages_operation';
const NEWEST = 'operations_kind';
const KIND = ['installation_id', 'object_name', 'read_type', 'id'];

/** For the retention of operations: the messages of one, and whether a newer one of its kind exists. */
export const operationRetention: Migration = {
  name: '0036_operation_retention',
  async up(db) {
    await db.schema.alterTable('messages', (t) => void t.index(['operation_id'], MESSAGES));
    await db.schema.alterTable('operations', (t) => void t.index(KIND, NEWEST));
  },
  async down(db) {
    await db.schema.alterTable('operations', (t) => void t.dropIndex(KIND, NEWEST));
    await db.schema.alterTable('messages', (t) => void t.dropIndex(['operation_id'], MESSAGES));
  },
};
