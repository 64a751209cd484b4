import { nameColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The frontend key that began a sign-in. NULL when somebody else did. See oauth/oauth_session.ts. */
export const frontendKeysOfSignIns: Migration = {
  name: 'installation_0052_frontend_keys_of_sign_ins',
  async up(db) {
    await db.schema.alterTable('oauth_sessions', (t) => void nameColumn(t, 'frontend_key'));
  },
  async down(db) {
    await db.schema.alterTable('oauth_sessions', (t) => void t.dropColumn('frontend_key'));
  },
};
