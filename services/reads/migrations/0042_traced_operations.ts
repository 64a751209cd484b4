import { wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The span in which an operation was made: its first run continues that trace. */
export const tracedOperations: Migration = {
  name: '0042_traced_operations',
  up: (db) => db.schema.alterTable('operations', (t) => void wordColumn(t, 'traceparent')),
  down: (db) => db.schema.alterTable('operations', (t) => t.dropColumn('traceparent')),
};
