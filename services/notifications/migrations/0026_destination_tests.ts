import { timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** When a destination was tested last, by the clock of the database; it limits tests over all replicas. */
export const destinationTests: Migration = {
  name: 'notifications_0026_destination_tests',
  async up(db) {
    await db.schema.alterTable('destinations', (t) => {
      timeColumn(t, 'test_time');
    });
  },
  down: (db) => db.schema.alterTable('destinations', (t) => t.dropColumn('test_time')),
};
