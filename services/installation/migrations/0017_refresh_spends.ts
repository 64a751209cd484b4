import type { Knex } from 'knex';
import { countColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The generation whose refresh token was sent, and the outcome; see tokens/refresh_lease.ts. */
export const refreshSpends: Migration = {
  name: 'installation_0017_refresh_spends',
  async up(db: Knex) {
    await db.schema.alterTable('connections', (t) => {
      countColumn(t, 'spend_generation');
      wordColumn(t, 'spend_state');
    });
  },
  async down(db: Knex) {
    await db.schema.alterTable('connections', (t) => t.dropColumns('spend_generation', 'spend_state'));
  },
};
