import { timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** How far back the finished backfills of an object reach, Unix ms: null for none, 0 for the beginning. */
export const backfillReach: Migration = {
  name: '0014_backfill_reach',
  up: (db) => db.schema.alterTable('schedules', (t) => void timeColumn(t, 'backfill_from')),
  down: (db) => db.schema.alterTable('schedules', (t) => void t.dropColumn('backfill_from')),
};
