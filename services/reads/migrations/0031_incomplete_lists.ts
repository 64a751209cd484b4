import { timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * `incomplete_time`: since when the lists of an object may be incomplete, null if they are not. `incomplete_from`: the
 * earliest `since` of those reads, 0 for everything.
 */
export const incompleteLists: Migration = {
  name: '0031_incomplete_lists',
  up: (db) =>
    db.schema.alterTable('schedules', (t) => {
      timeColumn(t, 'incomplete_time');
      timeColumn(t, 'incomplete_from');
    }),
  down: (db) => db.schema.alterTable('schedules', (t) => void t.dropColumns('incomplete_time', 'incomplete_from')),
};
