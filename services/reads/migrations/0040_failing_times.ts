import { timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The time of the latest event that said whether a destination fails. */
export const failingTimes: Migration = {
  name: '0040_failing_times',
  async up(db) {
    await db.schema.alterTable('destinations', (t) => void timeColumn(t, 'failing_time'));
  },
  async down(db) {
    await db.schema.alterTable('destinations', (t) => void t.dropColumn('failing_time'));
  },
};
