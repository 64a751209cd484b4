import { countColumn, idColumn, leaseColumns, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * Each index serves one query in index order, so that a claim locks only the rows it takes: due rows of a destination,
 * expired leases, and rows past their retention.
 */
export const deliveriesTable: Migration = {
  name: 'notifications_0005_deliveries',
  async up(db) {
    await db.schema.createTable('deliveries', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      idColumn(t, 'destination_id').notNullable();
      wordColumn(t, 'source').notNullable();
      idColumn(t, 'source_id').notNullable();
      wordColumn(t, 'state').notNullable();
      countColumn(t, 'attempt');
      timeColumn(t, 'next_time');
      leaseColumns(t);
      wordColumn(t, 'last_error');
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time').notNullable();
      t.index(['state', 'destination_id', 'next_time'], 'deliveries_due');
      t.index(['state', 'lease_until'], 'deliveries_lease');
      t.index(['state', 'update_time'], 'deliveries_age');
    });
  },
  down: (db) => db.schema.dropTable('deliveries'),
};
