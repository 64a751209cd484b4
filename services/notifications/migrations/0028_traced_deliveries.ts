import { wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The span in which a message was made: its first attempt continues that trace. */
export const tracedDeliveries: Migration = {
  name: 'notifications_0028_traced_deliveries',
  up: (db) => db.schema.alterTable('deliveries', (t) => void wordColumn(t, 'traceparent')),
  down: (db) => db.schema.alterTable('deliveries', (t) => t.dropColumn('traceparent')),
};
