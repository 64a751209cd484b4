import type { Knex } from 'knex';
import { countColumn, jsonColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * Former names of destinations, which still resolve to them, and the highest generation of a deletion: resolutions that
 * are older are refused (destination_uses/destination_uses.ts).
 */
export const destinationNames: Migration = {
  name: 'installation_0019_destination_names',
  async up(db: Knex) {
    await db.schema.alterTable('destinations', (t) => {
      jsonColumn(t, 'former_names');
      countColumn(t, 'deletion_generation');
    });
  },
  async down(db: Knex) {
    await db.schema.alterTable('destinations', (t) => t.dropColumns('former_names', 'deletion_generation'));
  },
};
