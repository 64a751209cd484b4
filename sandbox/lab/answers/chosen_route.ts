/** Chooses among matching routes, and finds the object of a route. */
import type { Provider } from '../../../connectors/engine/file/provider.ts';
import { namedPlan } from '../../../connectors/engine/objects/named_plan.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import type { LabRequest } from '../lab_request.ts';
import type { ObjectOf, World } from '../records/world.ts';
import { listQuery } from '../requests/list_query.ts';
import type { ReadPlan } from '../requests/read_plan.ts';
import type { Hit } from '../requests/routes.ts';

/**
 * Chooses among the best route and the routes with the same weight or address. A list of child objects wins if its
 * parent exists. Otherwise any list wins over metadata, because field descriptions may be the records of a list; and
 * among lists the narrowed one wins if the request has a time bound or a filter.
 */
export function chosenHit(hits: readonly Hit[], request: LabRequest, world: World): Hit | null {
  const [best] = hits;
  if (!best) return null;
  const rivals = hits.filter(({ route, weight }) => weight === best.weight || route.address === best.route.address);
  const lists = rivals.filter(({ route }) => route.purpose.kind === 'list');
  const below = lists.find((hit) => hasParent(hit, world));
  if (below) return below;
  // A metadata path of `anyObject` can equal the path of a child list. If the parent in the path does not exist, the
  // request is for metadata.
  const isOrphan = lists.length > 0 && lists.every((hit) => planOf(hit)?.spec.each !== undefined);
  const described = isOrphan ? rivals.find(({ route }) => route.purpose.kind !== 'list') : undefined;
  if (described) return described;
  return (
    lists.find((hit) => isNarrowing(hit, request)) ??
    lists.find((hit) => !planOf(hit)?.isNarrowed && !planOf(hit)?.spec.each) ??
    lists.find((hit) => !planOf(hit)?.isNarrowed) ??
    lists[0] ??
    best
  );
}

/** Whether the parent in the request's path exists for this list. */
function hasParent(hit: Hit, world: World): boolean {
  const plan = planOf(hit);
  if (!plan?.spec.each) return false;
  return world.parentAt(objectOf(world.provider, plan, hit.params), hit.params) !== null;
}

function isNarrowing(hit: Hit, request: LabRequest): boolean {
  const plan = planOf(hit);
  if (!plan?.isNarrowed) return false;
  const { since, until, filters } = listQuery({ ...plan.spec, pageSize: undefined as never }, request, 1, Infinity);
  return since !== null || until !== null || filters.length > 0;
}

function planOf({ route: { purpose } }: Hit): ReadPlan | null {
  return 'plan' in purpose ? purpose.plan : null;
}

/** The object's name in this request: `*` and the `{part}` placeholders of a family are filled from the path. */
export function objectAt({ name }: ReadPlan, params: Readonly<Record<string, string>>): string {
  if (name === '*') return params['object'] ?? name;
  return name.replace(/\{(\w+)\}/g, (all, part: string) => params[part] ?? all);
}

/** The object with its own spec, even if the request matched a narrowed route. */
export function objectOf(provider: Provider, plan: ReadPlan, params: Readonly<Record<string, string>>): ObjectOf {
  const name = objectAt(plan, params);
  return { module: plan.module, name, spec: namedPlan(findObject(provider, plan.module, name)).spec };
}
