import { flagColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Whether a delivery had been delivered before it was sent again; see resends/resend.ts. */
export const resentDeliveries: Migration = {
  name: 'notifications_0025_resent_deliveries',
  async up(db) {
    await db.schema.alterTable('deliveries', (t) => {
      flagColumn(t, 'is_delivered');
    });
  },
  down: (db) => db.schema.alterTable('deliveries', (t) => t.dropColumn('is_delivered')),
};
