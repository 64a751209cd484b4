import { textColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Why a parked or deferred operation waits; see operations/waiting_for.ts. */
export const waitingOperations: Migration = {
  name: '0041_waiting_operations',
  async up(db) {
    await db.schema.alterTable('operations', (t) => {
      wordColumn(t, 'wait_reason');
      textColumn(t, 'wait_detail');
    });
  },
  async down(db) {
    await db.schema.alterTable('operations', (t) => t.dropColumns('wait_reason', 'wait_detail'));
  },
};
