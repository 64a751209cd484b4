import { flagColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** Whether the provider accepted the credentials. See connections/connection.ts. */
export const verifiedConnections: Migration = {
  name: 'installation_0054_verified_connections',
  async up(db) {
    await db.schema.alterTable('connections', (t) => void flagColumn(t, 'is_verified'));
    await db('connections').where({ status: 'working' }).update({ is_verified: true });
  },
  async down(db) {
    await db.schema.alterTable('connections', (t) => void t.dropColumn('is_verified'));
  },
};
