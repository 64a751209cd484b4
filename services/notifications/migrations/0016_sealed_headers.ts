import { textColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * The custom headers of a webhook, sealed; NULL when it has none, or when they are still in clear in `metadata`, where
 * earlier versions stored them. A job seals those (seal_clear_secrets.ts). Migrating down loses sealed headers.
 */
export const sealedHeaders: Migration = {
  name: 'notifications_0016_sealed_headers',
  async up(db) {
    await db.schema.alterTable('destinations', (t) => void textColumn(t, 'sealed_headers'));
  },
  async down(db) {
    await db.schema.alterTable('destinations', (t) => void t.dropColumn('sealed_headers'));
  },
};
