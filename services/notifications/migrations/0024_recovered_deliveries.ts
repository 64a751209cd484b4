import { idColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The last recovery that released a delivery, which counts what becomes of it; see recoveries/recovery.ts. */
export const recoveredDeliveries: Migration = {
  name: 'notifications_0024_recovered_deliveries',
  async up(db) {
    await db.schema.alterTable('deliveries', (t) => {
      idColumn(t, 'recovery_id');
    });
  },
  async down(db) {
    await db.schema.alterTable('deliveries', (t) => {
      t.dropColumn('recovery_id');
    });
  },
};
