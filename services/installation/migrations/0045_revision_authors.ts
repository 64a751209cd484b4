import type { Knex } from 'knex';
import { wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** The history of an integration says who deployed each revision. NULL in older rows. */
export const revisionAuthors: Migration = {
  name: 'installation_0045_revision_authors',
  async up(db: Knex) {
    await db.schema.alterTable('revisions', (t) => void wordColumn(t, 'created_by'));
  },
  async down(db: Knex) {
    await db.schema.alterTable('revisions', (t) => t.dropColumn('created_by'));
  },
};
