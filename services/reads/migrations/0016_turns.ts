import { countColumn, flagColumn, idColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * The turns: one row per installation that ever had a read; see lib/work/fair_turns.ts. `waiting` while it has ready
 * operations. The index finds the oldest ready operation of an installation without a sort.
 */
export const turnsTable: Migration = {
  name: '0016_turns',
  async up(db) {
    await db.schema.createTable('turns', (t) => {
      idColumn(t, 'installation_id').primary();
      idColumn(t, 'project_id').notNullable();
      wordColumn(t, 'state').notNullable();
      countColumn(t, 'turn');
      t.index(['state', 'turn'], 'turns_next');
    });
    await db.schema.alterTable('operations', (t) => {
      flagColumn(t, 'goes_on');
      t.index(['installation_id', 'state', 'next_time'], 'operations_turn');
    });
  },
  async down(db) {
    await db.schema.alterTable('operations', (t) => {
      t.dropIndex(['installation_id', 'state', 'next_time'], 'operations_turn');
      t.dropColumn('goes_on');
    });
    await db.schema.dropTable('turns');
  },
};
