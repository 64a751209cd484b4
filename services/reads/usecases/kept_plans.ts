import type { ReadPlan } from '../domain/read_plan.ts';

/** Far more operations than one process has between two of their pages. */
const MOST = 1_000;

/**
 * The plans of operations that went on here lately. Each keeps one object while it comes and goes, so what is known of a
 * read by its plan (what was said about it, its selection) is not found out again each time it gets a slot.
 */
export function keptPlans() {
  const plans = new Map<string, { planJson: string; plan: ReadPlan }>();
  return {
    of(operationId: string, planJson: string): ReadPlan {
      const kept = plans.get(operationId);
      const plan = kept?.planJson === planJson ? kept.plan : (JSON.parse(planJson) as ReadPlan);
      plans.delete(operationId);
      plans.set(operationId, { planJson, plan });
      if (plans.size > MOST) for (const oldest of [...plans.keys()].slice(0, 1)) plans.delete(oldest);
      return plan;
    },
  };
}
