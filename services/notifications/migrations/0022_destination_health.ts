import { countColumn, flagColumn, timeColumn, wordColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * Why a destination fails or is disabled; see destinations/destination_health.ts. `is_failing_told`: whether other
 * services know that it is failing.
 */
export const destinationHealth: Migration = {
  name: 'notifications_0022_destination_health',
  async up(db) {
    await db.schema.alterTable('destinations', (t) => {
      countColumn(t, 'last_status');
      wordColumn(t, 'last_error');
      wordColumn(t, 'disabled_reason');
      timeColumn(t, 'disabled_time');
      flagColumn(t, 'is_failing_told');
      t.index(['failing_since'], 'destinations_failing');
      t.index(['is_failing_told'], 'destinations_failing_told');
    });
  },
  async down(db) {
    await db.schema.alterTable('destinations', (t) => {
      t.dropIndex(['is_failing_told'], 'destinations_failing_told');
      t.dropIndex(['failing_since'], 'destinations_failing');
      t.dropColumns('last_status', 'last_error', 'disabled_reason', 'disabled_time', 'is_failing_told');
    });
  },
};
