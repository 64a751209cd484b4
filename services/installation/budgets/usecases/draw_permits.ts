import type { PermitSource } from '../../../../connectors/calls/permits.ts';
import { drawFrom } from '../domain/draw_from.ts';
import { close } from '../domain/rate_budget.ts';
import type { RateBudgetStore } from '../domain/rate_budget_store.ts';
import { changeBudget } from './change_budget.ts';

type Deps = { stores: { rateBudgets: RateBudgetStore } };

const MAX_CLOSED = 10_000;

/** The port of the rate budgets, on their rows: for this service's own calls, and behind the RPCs for those of reads. */
export function makePermitSource({ stores: { rateBudgets: store } }: Deps): PermitSource {
  return {
    async draw(of, draw) {
      const { permits, waitMs } = await changeBudget(of, (budget, now) => drawFrom(budget, draw, now), { store });
      return { permits, waitMs };
    },
    async close(of, askedMs) {
      await changeBudget(of, (budget, now) => ({ budget: close(budget, askedMs, now) }), { store });
    },
    async listClosed() {
      const closed = await store.listClosed(MAX_CLOSED);
      // Nobody draws from these budgets, so nobody else would notice that the clock was set back.
      for (const one of closed.filter(({ aheadMs }) => aheadMs > 0)) {
        await changeBudget(one, (budget) => ({ budget }), { store });
        one.waitMs -= one.aheadMs;
      }
      return closed.map(({ projectId, key, waitMs }) => ({ projectId, key, waitMs }));
    },
  };
}
