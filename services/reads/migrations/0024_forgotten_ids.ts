import { countColumn, flagColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

const INDEX = 'sweeps_cluttered';

/**
 * `known_from`: the sweep from which an object's ids count as known. `is_cluttered`: older ids remain to be deleted.
 */
export const forgottenIds: Migration = {
  name: '0024_forgotten_ids',
  async up(db) {
    await db.schema.alterTable('sweeps', (t) => {
      countColumn(t, 'known_from');
      flagColumn(t, 'is_cluttered');
      t.index(['is_cluttered'], INDEX);
    });
  },
  async down(db) {
    await db.schema.alterTable('sweeps', (t) => {
      t.dropIndex(['is_cluttered'], INDEX);
      t.dropColumns('known_from', 'is_cluttered');
    });
  },
};
