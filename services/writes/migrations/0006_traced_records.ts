import { wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The span in which a record was queued: its first try continues that trace. */
export const tracedRecords: Migration = {
  name: '0006_traced_records',
  up: (db) => db.schema.alterTable('queued_records', (t) => void wordColumn(t, 'traceparent')),
  down: (db) => db.schema.alterTable('queued_records', (t) => t.dropColumn('traceparent')),
};
