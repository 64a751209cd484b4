import { countColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

const COUNTS = ['bytes_fetched', 'start_overs', 'passed_records', 'lag_allowed', 'lag_millis'];

/**
 * Columns that let an operation continue in another process: the bytes fetched, the number of restarts, the records
 * read before the last restart, and the lag of the provider's clock.
 */
export const readBudgets: Migration = {
  name: '0019_read_budgets',
  async up(db) {
    await db.schema.alterTable('operations', (t) => {
      for (const name of COUNTS) countColumn(t, name);
    });
  },
  async down(db) {
    await db.schema.alterTable('operations', (t) => {
      t.dropColumns(...COUNTS);
    });
  },
};
