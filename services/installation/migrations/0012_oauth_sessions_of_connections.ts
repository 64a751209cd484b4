import type { Knex } from 'knex';
import { idColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The connection that a sign-in gives new credentials; null when the sign-in creates one. */
export const oauthSessionsOfConnections: Migration = {
  name: 'installation_0012_oauth_sessions_of_connections',
  async up(db: Knex) {
    await db.schema.alterTable('oauth_sessions', (t) => {
      idColumn(t, 'connection_id');
    });
  },
  async down(db: Knex) {
    await db.schema.alterTable('oauth_sessions', (t) => {
      t.dropColumn('connection_id');
    });
  },
};
