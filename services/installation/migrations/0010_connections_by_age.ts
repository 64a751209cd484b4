import type { Knex } from 'knex';
import type { Migration } from '../../../lib/db/migrate.ts';

/** For listings: keyset pages in descending order of ids. */
export const connectionsByAge: Migration = {
  name: 'installation_0010_connections_by_age',
  async up(db: Knex) {
    await db.schema.alterTable('connections', (t) => {
      t.index(['project_id', 'id'], 'connections_by_age');
    });
  },
  async down(db: Knex) {
    await db.schema.alterTable('connections', (t) => {
      t.dropIndex(['project_id', 'id'], 'connections_by_age');
    });
  },
};
