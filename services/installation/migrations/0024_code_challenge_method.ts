import type { Knex } from 'knex';
import { wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** How a sign-in page got its PKCE challenge. Null for sessions that no new code has started. */
export const codeChallengeMethod: Migration = {
  name: 'installation_0024_code_challenge_method',
  async up(db: Knex) {
    await db.schema.alterTable('oauth_sessions', (t) => wordColumn(t, 'code_challenge_method'));
  },
  async down(db: Knex) {
    await db.schema.alterTable('oauth_sessions', (t) => t.dropColumn('code_challenge_method'));
  },
};
