import type { Knex } from 'knex';
import { timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** When the first failure after the last success was reported. Null for rows that no new code has changed. */
export const failingSince: Migration = {
  name: 'installation_0022_failing_since',
  async up(db: Knex) {
    await db.schema.alterTable('installations', (t) => timeColumn(t, 'failing_since'));
  },
  async down(db: Knex) {
    await db.schema.alterTable('installations', (t) => t.dropColumn('failing_since'));
  },
};
