import type { BudgetKey } from '../../../../connectors/calls/permits.ts';
import { movedBack, type RateBudget } from '../domain/rate_budget.ts';
import type { RateBudgetStore } from '../domain/rate_budget_store.ts';

type Deps = { store: Pick<RateBudgetStore, 'read' | 'write'> };

/**
 * Applies a change with optimistic concurrency: retries until no other process wrote in between. A row with a write
 * time in the future is older than a set-back of the database's clock, and its times are moved back. An unchanged
 * budget is not written.
 */
export async function changeBudget<T extends { budget: RateBudget }>(
  of: BudgetKey,
  change: (budget: RateBudget, now: number) => T,
  { store }: Deps,
): Promise<T> {
  for (;;) {
    const { budget, version, now, aheadMs } = await store.read(of);
    const result = change(movedBack(budget, aheadMs), now);
    if (result.budget === budget || (await store.write(of, version, { budget: result.budget, now }))) return result;
  }
}
