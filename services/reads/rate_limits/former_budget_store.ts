import type { Knex } from 'knex';
import { dbNow, readNow } from '../../../lib/db/now.ts';
import type { FormerBudget, FormerBudgetStore } from './former_budget.ts';

type Row = { project_id: string; budget_key: string; budget: string; version: number; update_time: number };

export function sqlFormerBudgetStore(db: Knex): FormerBudgetStore {
  return {
    async listWritten(since, after, limit) {
      const rows: Row[] = await db('rate_budgets')
        .where('update_time', '>=', since)
        .modify((query) => {
          if (after)
            void query.whereRaw('(update_time > ? or (update_time = ? and budget_key > ?))', [
              after.updateTime,
              after.updateTime,
              after.key,
            ]);
        })
        .orderBy(['update_time', 'budget_key'])
        .limit(limit)
        .select('project_id', 'budget_key', 'budget', 'version', 'update_time');
      return rows.map(budgetOf);
    },
    now: () => readNow(db),
    async dropOlder(ageMs, limit) {
      const rows: Pick<Row, 'budget_key'>[] = await db('rate_budgets')
        .where('update_time', '<', dbNow(db, -ageMs))
        .orderBy('update_time')
        .limit(limit)
        .select('budget_key');
      const keys = rows.map((row) => row.budget_key);
      if (keys.length > 0)
        await db('rate_budgets').whereIn('budget_key', keys).where('update_time', '<', dbNow(db, -ageMs)).del();
      return keys.length;
    },
  };
}

function budgetOf({ project_id, budget_key, budget, version, update_time }: Row): FormerBudget {
  return {
    projectId: project_id,
    key: budget_key,
    budgetJson: budget,
    version: Number(version),
    updateTime: Number(update_time),
  };
}
