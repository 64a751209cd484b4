import { countColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * `failures`: scheduled reads of an object that failed since the last success. `refusals`: the latest of them in a row
 * that failed because the credentials were refused.
 */
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
