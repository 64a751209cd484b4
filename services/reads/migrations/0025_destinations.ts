import { countColumn, idColumn, nameColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * A projection of the destinations of notifications, and the work that waits for them; see destinations/destination.ts.
 * `walk_after`: the last schedule that was updated after a change, while `walk_state` is due.
 */
export const destinationsTable: Migration = {
  name: '0025_destinations',
  async up(db) {
    await db.schema.createTable('destinations', (t) => {
      idColumn(t, 'id').primary();
      idColumn(t, 'project_id').notNullable();
      nameColumn(t, 'name').notNullable();
      wordColumn(t, 'status').notNullable();
      timeColumn(t, 'event_time').notNullable();
      wordColumn(t, 'walk_state').notNullable();
      idColumn(t, 'walk_after').notNullable();
      t.index(['project_id', 'status'], 'destinations_status');
      t.index(['project_id', 'name'], 'destinations_name');
      t.index(['walk_state', 'event_time'], 'destinations_walk');
    });
    await db.schema.alterTable('schedules', (t) => {
      timeColumn(t, 'missed_time');
      t.index(['project_id', 'id'], 'schedules_project');
    });
    await db.schema.alterTable('sweeps', (t) => void timeColumn(t, 'missed_time'));
    await db.schema.alterTable('operations', (t) => {
      idColumn(t, 'awaited_destination');
      countColumn(t, 'waited_ms');
    });
  },
  async down(db) {
    await db.schema.alterTable('operations', (t) => {
      t.dropColumn('awaited_destination');
      t.dropColumn('waited_ms');
    });
    await db.schema.alterTable('sweeps', (t) => t.dropColumn('missed_time'));
    await db.schema.alterTable('schedules', (t) => {
      t.dropIndex(['project_id', 'id'], 'schedules_project');
      t.dropColumn('missed_time');
    });
    await db.schema.dropTable('destinations');
  },
};
