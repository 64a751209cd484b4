import type { Knex } from 'knex';
import { idColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The destination that a reported reason is about. */
export const reportedDestinations: Migration = {
  name: 'installation_0056_reported_destinations',
  async up(db: Knex) {
    await db.schema.alterTable('health_reports', (t) => void idColumn(t, 'destination_id'));
  },
  async down(db: Knex) {
    await db.schema.alterTable('health_reports', (t) => void t.dropColumn('destination_id'));
  },
};
