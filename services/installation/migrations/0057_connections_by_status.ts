import type { Knex } from 'knex';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Counts the connections by status for the metrics, without reading their rows. */
export const connectionsByStatus: Migration = {
  name: 'installation_0057_connections_by_status',
  up: (db: Knex) => db.schema.alterTable('connections', (t) => t.index(['status'], 'connections_by_status')),
  down: (db: Knex) => db.schema.alterTable('connections', (t) => t.dropIndex(['status'], 'connections_by_status')),
};
