import type { ReadPlan } from '../../domain/read_plan.ts';

/** Far more operations than one process has between two of their pages. */
const MAX_PLANS = 1_000;

/**
 * The plans of operations that ran here recently. Each operation keeps one plan object across its slots, so what is
 * cached by plan (its notes, its selection) is not computed again in each slot.
 */
export function planCache() {
  const plans = new Map<string, { planJson: string; plan: ReadPlan }>();
  return {
    of(operationId: string, planJson: string): ReadPlan {
      const cached = plans.get(operationId);
      const plan = cached?.planJson === planJson ? cached.plan : (JSON.parse(planJson) as ReadPlan);
      plans.delete(operationId);
      plans.set(operationId, { planJson, plan });
      if (plans.size > MAX_PLANS) for (const oldest of [...plans.keys()].slice(0, 1)) plans.delete(oldest);
      return plan;
    },
  };
}
