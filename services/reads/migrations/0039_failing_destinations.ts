import { textColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Since when and how a destination fails, as JSON; NULL while it does not. See destinations/destination.ts. */
export const failingDestinations: Migration = {
  name: '0039_failing_destinations',
  async up(db) {
    await db.schema.alterTable('destinations', (t) => void textColumn(t, 'failing'));
  },
  async down(db) {
    await db.schema.alterTable('destinations', (t) => void t.dropColumn('failing'));
  },
};
