import { textColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** `doubt`: why a list of the operation may be incomplete; empty for none so far, null for operations before this. */
export const listEnds: Migration = {
  name: '0030_list_ends',
  up: (db) => db.schema.alterTable('operations', (t) => void textColumn(t, 'doubt')),
  down: (db) => db.schema.alterTable('operations', (t) => void t.dropColumn('doubt')),
};
