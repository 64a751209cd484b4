import type { FormerBudgetStore } from '../domain/former_budget_store.ts';

/** Longer than any provider's window. */
const UNTOUCHED = 8 * 24 * 3_600_000;
const BATCH = 500;

type Deps = { stores: { formerBudgets: Pick<FormerBudgetStore, 'dropOlder'> } };

/** One bounded round of deleting unused budgets. Returns true when there may be more. */
export function makeDropFormerBudgets({ stores }: Deps) {
  return async function dropFormerBudgets(limit = BATCH): Promise<boolean> {
    return (await stores.formerBudgets.dropOlder(UNTOUCHED, limit)) === limit;
  };
}
