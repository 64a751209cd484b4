import { countColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

const COUNTS = ['bytes_fetched', 'start_overs', 'passed_records', 'lag_allowed', 'lag_millis'];

/**
 * What an operation must not forget when it goes on in another process: what it has fetched, how often it began anew
 * and how many records it had read by then, and how far the provider's clock is behind.
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
