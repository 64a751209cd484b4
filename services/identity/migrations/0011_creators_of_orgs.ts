import { idColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * The builder whose quota an org counts for. Not its owners: anyone can make another builder an owner. Null for orgs of
 * earlier releases, which count for nobody.
 */
export const creatorsOfOrgs: Migration = {
  name: '0011_creators_of_orgs',
  async up(db) {
    await db.schema.alterTable('orgs', (t) => {
      idColumn(t, 'creator_id');
      t.index(['creator_id'], 'orgs_of_creator');
    });
  },
  async down(db) {
    await db.schema.alterTable('orgs', (t) => {
      t.dropIndex(['creator_id'], 'orgs_of_creator');
      t.dropColumn('creator_id');
    });
  },
};
