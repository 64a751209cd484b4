import { idColumn, nameColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const claimedDomainsTable: Migration = {
  name: '0005_claimed_domains',
  async up(db) {
    await db.schema.createTable('claimed_domains', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'org_id').notNullable().index();
      nameColumn(t, 'domain').notNullable().unique();
      timeColumn(t, 'create_time').notNullable();
    });
  },
  down: (db) => db.schema.dropTable('claimed_domains'),
};
