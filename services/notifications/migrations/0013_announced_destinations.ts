import { flagColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Whether other services know the destination with its status; see destinations/destination_names.ts. */
export const announcedDestinations: Migration = {
  name: 'notifications_0013_announced_destinations',
  async up(db) {
    await db.schema.alterTable('destinations', (t) => {
      flagColumn(t, 'is_announced');
      t.index(['is_announced'], 'destinations_announced');
    });
  },
  async down(db) {
    await db.schema.alterTable('destinations', (t) => {
      t.dropIndex(['is_announced'], 'destinations_announced');
      t.dropColumn('is_announced');
    });
  },
};
