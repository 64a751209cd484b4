import type { ObjectPlan } from '../file/object_plan.ts';
import { findObject } from '../objects/objects.ts';
import { planFilters } from '../request/pushed_filters.ts';
import type { ReadTarget } from '../request/read_target.ts';

type NarrowableTarget = Omit<ReadTarget, 'auth' | 'variables' | 'fields'> & { fields?: readonly string[] };

/**
 * Applies `narrowed` and `whole`: some providers use another endpoint for a filtered read or for a read of all fields.
 */
export function narrowedPlan(target: NarrowableTarget): ObjectPlan {
  const plan = findObject(target.provider, target.module, target.objectName);
  const { fields = [], since, until, filters } = target;
  const spec = fields.length === 0 ? { ...plan.spec, ...plan.spec.whole } : plan.spec;
  if (!spec.narrowed) return { ...plan, spec };
  const narrow = { ...spec, ...spec.narrowed };
  const isNarrowed = since !== undefined || until !== undefined || planFilters(narrow, filters).pushed.length > 0;
  return { ...plan, spec: isNarrowed ? narrow : spec };
}
