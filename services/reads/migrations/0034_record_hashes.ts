import { bytesColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Which records a message carries: eight bytes for each id; see messages/record_hash.ts. NULL in older messages. */
export const recordHashes: Migration = {
  name: '0034_record_hashes',
  async up(db) {
    await db.schema.alterTable('messages', (t) => void bytesColumn(t, 'record_hashes'));
  },
  async down(db) {
    await db.schema.alterTable('messages', (t) => void t.dropColumn('record_hashes'));
  },
};
