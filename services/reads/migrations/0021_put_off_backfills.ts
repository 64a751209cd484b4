import { countColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** How often in a row a backfill was deferred; see backfills/deferred_backfills.ts. */
export const putOffBackfills: Migration = {
  name: '0021_put_off_backfills',
  up: (db) => db.schema.alterTable('operations', (t) => void countColumn(t, 'put_offs')),
  down: (db) => db.schema.alterTable('operations', (t) => void t.dropColumn('put_offs')),
};
