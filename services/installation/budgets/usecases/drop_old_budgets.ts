import type { RateBudgetStore } from '../domain/rate_budget_store.ts';

/** Longer than any provider's window. */
const UNTOUCHED = 8 * 24 * 3_600_000;
const BATCH = 500;

type Deps = { stores: { rateBudgets: Pick<RateBudgetStore, 'dropOlder'> } };

/** One bounded round of deleting unused budgets. Returns true when there may be more. */
export function makeDropOldBudgets({ stores }: Deps) {
  return async function dropOldBudgets(limit = BATCH): Promise<boolean> {
    return (await stores.rateBudgets.dropOlder(UNTOUCHED, limit)) === limit;
  };
}

export type DropOldBudgets = ReturnType<typeof makeDropOldBudgets>;
