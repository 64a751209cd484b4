import type { Knex } from 'knex';
import type { Migration } from '../../../lib/db/migrate.ts';

/** For listings: keyset pages in descending order of ids. */
export const installationsByAge: Migration = {
  name: 'installation_0011_installations_by_age',
  async up(db: Knex) {
    await db.schema.alterTable('installations', (t) => {
      t.index(['project_id', 'id'], 'installations_by_age');
    });
  },
  async down(db: Knex) {
    await db.schema.alterTable('installations', (t) => {
      t.dropIndex(['project_id', 'id'], 'installations_by_age');
    });
  },
};
