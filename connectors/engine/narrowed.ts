import { planFilters } from './field_filters.ts';
import { findObject, type ObjectPlan } from './objects.ts';
import type { ReadTarget } from './read_target.ts';

/** Some providers have one endpoint for everything and another for a selection. */
export function narrowedPlan(target: Omit<ReadTarget, 'auth' | 'variables' | 'fields'>): ObjectPlan {
  const plan = findObject(target.provider, target.module, target.objectName);
  const { since, until, filters } = target;
  if (!plan.spec.narrowed) return plan;
  const spec = { ...plan.spec, ...plan.spec.narrowed };
  const isNarrowed = since !== undefined || until !== undefined || planFilters(spec, filters).pushed.length > 0;
  return isNarrowed ? { ...plan, spec } : plan;
}
