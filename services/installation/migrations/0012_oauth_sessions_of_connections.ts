import type { Knex } from 'knex';
import { idColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** A sign-in that gives an existing connection new credentials; null when it makes one. */
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
