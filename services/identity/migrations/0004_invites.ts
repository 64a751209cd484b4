import { idColumn, nameColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

export const invitesTable: Migration = {
  name: '0004_invites',
  async up(db) {
    await db.schema.createTable('invites', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'org_id').notNullable();
      nameColumn(t, 'invited_email').notNullable();
      nameColumn(t, 'email_key').notNullable();
      // The address while the invite is pending, else null: allows one pending invite per org and address.
      nameColumn(t, 'pending_email');
      wordColumn(t, 'role').notNullable();
      wordColumn(t, 'status').notNullable();
      timeColumn(t, 'expire_time').notNullable();
      timeColumn(t, 'create_time').notNullable();
      timeColumn(t, 'update_time');
      t.index(['org_id', 'id'], 'invites_of_org');
      t.unique(['pending_email', 'org_id'], { indexName: 'invites_pending' });
    });
  },
  down: (db) => db.schema.dropTable('invites'),
};
