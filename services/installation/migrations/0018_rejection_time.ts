import type { Knex } from 'knex';
import { timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * When the provider first rejected credentials that can't be refreshed. A second rejection some seconds later confirms
 * it.
 */
export const rejectionTime: Migration = {
  name: 'installation_0018_rejection_time',
  async up(db: Knex) {
    await db.schema.alterTable('connections', (t) => timeColumn(t, 'rejection_time'));
  },
  async down(db: Knex) {
    await db.schema.alterTable('connections', (t) => t.dropColumn('rejection_time'));
  },
};
