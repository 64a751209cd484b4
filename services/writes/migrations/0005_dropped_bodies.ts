import { flagColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

const BY_AGE = 'operations_bodies';

/**
 * `bodies_dropped`: 1 when the sealed bodies of an operation are deleted. An index can contain this flag, but not the
 * texts of the bodies. Existing rows get 0, so the purge of bodies handles each of them once more.
 */
export const droppedBodies: Migration = {
  name: '0005_dropped_bodies',
  async up(db) {
    await db.schema.alterTable('operations', (t) => {
      flagColumn(t, 'bodies_dropped');
      t.index(['bodies_dropped', 'update_time'], BY_AGE);
    });
  },
  async down(db) {
    await db.schema.alterTable('operations', (t) => void t.dropIndex(['bodies_dropped', 'update_time'], BY_AGE));
    await db.schema.alterTable('operations', (t) => void t.dropColumn('bodies_dropped'));
  },
};
