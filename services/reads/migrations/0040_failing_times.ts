import { timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The time of the event that told last whether a destination fails; those events say nothing else of it. */
export const failingTimes: Migration = {
  name: '0040_failing_times',
  async up(db) {
    await db.schema.alterTable('destinations', (t) => void timeColumn(t, 'failing_time'));
  },
  async down(db) {
    await db.schema.alterTable('destinations', (t) => void t.dropColumn('failing_time'));
  },
};
