import { countColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** How many scheduled reads of an object failed since the last that succeeded; `refusals` for their credentials alone. */
export const failedReadsInARow: Migration = {
  name: '0013_failed_reads_in_a_row',
  up: (db) =>
    db.schema.alterTable('schedules', (t) => {
      countColumn(t, 'failures');
      countColumn(t, 'refusals');
    }),
  down: (db) =>
    db.schema.alterTable('schedules', (t) => {
      t.dropColumn('refusals');
      t.dropColumn('failures');
    }),
};
