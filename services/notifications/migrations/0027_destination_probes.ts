import { countColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/**
 * When a destination that failures disabled is tried next, and how many probes failed; see probes/probe.ts. What an earlier
 * version disabled has no such time, and waits for a change.
 */
export const destinationProbes: Migration = {
  name: 'notifications_0027_destination_probes',
  async up(db) {
    await db.schema.alterTable('destinations', (t) => {
      timeColumn(t, 'next_probe_time');
      countColumn(t, 'probe_step');
      t.index(['next_probe_time'], 'destinations_probe');
    });
  },
  async down(db) {
    await db.schema.alterTable('destinations', (t) => {
      t.dropIndex(['next_probe_time'], 'destinations_probe');
      t.dropColumns('next_probe_time', 'probe_step');
    });
  },
};
