import type { Knex } from 'knex';
import { countColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The quota adds up the sizes of an owner's uploads. Content of an earlier release counts as empty; it is kept a day. */
export const uploadSizes: Migration = {
  name: 'installation_0029_upload_sizes',
  async up(db: Knex) {
    await db.schema.alterTable('uploads', (t) => {
      countColumn(t, 'bytes');
      t.index(['owner'], 'uploads_of_owner');
    });
  },
  async down(db: Knex) {
    await db.schema.alterTable('uploads', (t) => {
      t.dropIndex(['owner'], 'uploads_of_owner');
      t.dropColumn('bytes');
    });
  },
};
