import { parseJson } from '../../../../lib/json/json.ts';
import type { BudgetKey } from '../../../../connectors/calls/permits.ts';
import { inherit, type FormerBudget } from '../domain/inherit_budget.ts';
import type { RateBudgetStore } from '../domain/rate_budget_store.ts';
import { changeBudget } from './change_budget.ts';

type Deps = { stores: { rateBudgets: RateBudgetStore } };
/** `now`: the clock of the database that the rows come from. */
type Request = { budgets: (BudgetKey & { budgetJson: string })[]; now: number };

/** Takes over budgets of the service reads, with all that they learnt. Safe to repeat. */
export function makeAdoptBudgets({ stores: { rateBudgets: store } }: Deps) {
  return async function adoptBudgets({ budgets, now: theirs }: Request): Promise<void> {
    for (const { budgetJson, ...of } of budgets) {
      const former = parseJson(budgetJson) as unknown as FormerBudget;
      await changeBudget(of, (budget, now) => ({ budget: inherit(budget, former, theirs - now) }), { store });
    }
  };
}

export type AdoptBudgets = ReturnType<typeof makeAdoptBudgets>;
