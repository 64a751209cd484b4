import type { Rules } from '../../../lib/rules/rules.ts';
import { movedBack, type RateBudget } from '../domain/rate_budget.ts';
import type { BudgetKey, RateBudgetStore } from '../domain/rate_budget_store.ts';

type Deps = { store: Pick<RateBudgetStore, 'read' | 'write'>; rules: Rules };

/**
 * Again and again until nobody wrote in between. A row that was written later than now is of before the database's clock was
 * set back, and goes back with it. What comes of it is written unless it is what was there.
 */
export async function changeBudget<T extends { budget: RateBudget }>(
  of: BudgetKey,
  change: (budget: RateBudget, now: number) => T,
  { store, rules }: Deps,
): Promise<T> {
  for (;;) {
    const { budget, version, now, aheadMillis } = await store.read(of);
    const result = change(rules.holds('clockBack') ? movedBack(budget, aheadMillis) : budget, now);
    if (result.budget === budget || (await store.write(of, version, { budget: result.budget, now }))) return result;
  }
}
