import { countColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The mark of a destination that is being deleted: since when, and a number that each mark increases. */
export const destinationDeletions: Migration = {
  name: 'notifications_0010_destination_deletions',
  async up(db) {
    await db.schema.alterTable('destinations', (t) => {
      countColumn(t, 'deletion_generation');
      timeColumn(t, 'deletion_time');
    });
  },
  async down(db) {
    await db.schema.alterTable('destinations', (t) => t.dropColumns('deletion_generation', 'deletion_time'));
  },
};
