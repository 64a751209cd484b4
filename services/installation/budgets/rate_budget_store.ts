import type { Knex } from 'knex';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { dbNow } from '../../../lib/db/now.ts';
import { closedUntil, newBudget, type RateBudget, type RateBudgetStore } from './rate_budget.ts';

type BudgetKey = Parameters<RateBudgetStore['read']>[0];
type Row = { budget: string; version: number; update_time: number; now: number };
type ClosedRow = { budget_key: string; project_id: string; closed_until: number; update_time: number; now: number };

/**
 * Optimistic concurrency: read, compute, write if the version is unchanged. This needs two statements and no lock
 * between them. If two writers read the same version, the second write fails, and its writer computes again from the
 * new row. So no permit is granted twice.
 */
export function sqlRateBudgetStore(db: Knex): RateBudgetStore {
  const find = ({ projectId, key }: BudgetKey): Promise<Row | undefined> =>
    db('rate_budgets')
      .where({ budget_key: key, project_id: projectId })
      .first('budget', 'version', 'update_time', { now: dbNow(db) });

  async function make({ projectId, key }: BudgetKey): Promise<void> {
    const row = {
      budget_key: key,
      project_id: projectId,
      budget: JSON.stringify(newBudget),
      closed_until: 0,
      version: 0,
    };
    await db('rate_budgets')
      .insert({ ...row, update_time: dbNow(db) })
      .catch((err: unknown) => {
        if (!isDuplicate(err)) throw err;
      });
  }

  return {
    async read(of) {
      let row = await find(of);
      if (!row) {
        await make(of);
        row = (await find(of)) as Row;
      }
      return {
        budget: JSON.parse(row.budget) as RateBudget,
        version: Number(row.version),
        now: Number(row.now),
        aheadMs: aheadOf(row),
      };
    },
    async write({ projectId, key }, version, { budget, now }) {
      const changed = await db('rate_budgets')
        .where({ budget_key: key, project_id: projectId, version })
        .update({
          budget: JSON.stringify(budget),
          closed_until: Math.ceil(closedUntil(budget)),
          version: version + 1,
          update_time: now,
        });
      return changed > 0;
    },
    async listClosed(limit) {
      const rows: ClosedRow[] = await db('rate_budgets')
        .where('closed_until', '>', dbNow(db))
        .limit(limit)
        .select('budget_key', 'project_id', 'closed_until', 'update_time', { now: dbNow(db) });
      return rows.map((row) => ({
        projectId: row.project_id,
        key: row.budget_key,
        waitMs: Number(row.closed_until) - Number(row.now),
        aheadMs: aheadOf(row),
      }));
    },
    async dropOlder(ageMs, limit) {
      const rows: Record<'project_id' | 'budget_key', string>[] = await db('rate_budgets')
        .where('update_time', '<', dbNow(db, -ageMs))
        .orderBy('update_time')
        .limit(limit)
        .select('project_id', 'budget_key');
      const keys = rows.map((row) => [row.project_id, row.budget_key]);
      if (keys.length > 0)
        await db('rate_budgets')
          .whereIn(['project_id', 'budget_key'], keys)
          .where('update_time', '<', dbNow(db, -ageMs))
          .del();
      return keys.length;
    },
  };
}

function aheadOf({ update_time, now }: Pick<Row, 'update_time' | 'now'>): number {
  return Math.max(0, Number(update_time) - Number(now));
}
