import type { Knex } from 'knex';
import { jsonColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * What the destination names of a revision and of a config meant when they were stored: name to id. NULL in rows of
 * 0.1.0, whose names are resolved by the projection.
 */
export const destinationIds: Migration = {
  name: 'installation_0020_destination_ids',
  async up(db: Knex) {
    await db.schema.alterTable('revisions', (t) => void jsonColumn(t, 'destination_ids'));
    await db.schema.alterTable('installations', (t) => void jsonColumn(t, 'config_destination_ids'));
  },
  async down(db: Knex) {
    await db.schema.alterTable('revisions', (t) => t.dropColumn('destination_ids'));
    await db.schema.alterTable('installations', (t) => t.dropColumn('config_destination_ids'));
  },
};
