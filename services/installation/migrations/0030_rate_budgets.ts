import { idColumn, jsonColumn, nameColumn, timeColumn } from '../../../lib/db/columns.ts';
import type { Migration } from '../../../lib/db/migrate.ts';

/** One row per connection, provider app, object or token endpoint whose rate limit is known or was hit; see budgets/rate_budget.ts. */
export const rateBudgetsTable: Migration = {
  name: 'installation_0030_rate_budgets',
  up: (db) =>
    db.schema.createTable('rate_budgets', (t) => {
      idColumn(t, 'project_id').notNullable();
      nameColumn(t, 'budget_key').notNullable();
      jsonColumn(t, 'budget').notNullable();
      timeColumn(t, 'closed_until').notNullable();
      t.bigInteger('version').notNullable();
      timeColumn(t, 'update_time').notNullable();
      t.primary(['project_id', 'budget_key']);
      t.index(['closed_until'], 'rate_budgets_closed');
      t.index(['update_time'], 'rate_budgets_age');
    }),
  down: (db) => db.schema.dropTable('rate_budgets'),
};
