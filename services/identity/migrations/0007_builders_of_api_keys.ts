import { idColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The builder on whose behalf a key was created. Null for keys of 0.1.0, which did not store it. */
export const buildersOfApiKeys: Migration = {
  name: '0007_builders_of_api_keys',
  async up(db) {
    await db.schema.alterTable('api_keys', (t) => idColumn(t, 'builder_id'));
  },
  async down(db) {
    await db.schema.alterTable('api_keys', (t) => t.dropColumn('builder_id'));
  },
};
