/** Which of the routes that fit is meant, and which object it speaks of. */
import type { Provider } from '../../connectors/engine/file/provider.ts';
import { named } from '../../connectors/engine/objects/named_plan.ts';
import { findObject } from '../../connectors/engine/objects/objects.ts';
import type { LabRequest } from './lab_request.ts';
import { listQuery } from './list_query.ts';
import type { ReadPlan } from './read_plan.ts';
import type { Hit } from './routes.ts';
import type { ObjectOf, World } from './world.ts';

/**
 * Of one address, the list wins over the descriptions (they are its records), and the narrowed reading wins when the
 * request does narrow.
 */
export function chosenHit(hits: readonly Hit[], request: LabRequest, world: World): Hit | null {
  const [best] = hits;
  if (!best) return null;
  const rivals = hits.filter(({ route, weight }) => weight === best.weight || route.address === best.route.address);
  const lists = rivals.filter(({ route }) => route.purpose.kind === 'list');
  const below = lists.find((hit) => hasParent(hit, world));
  if (below) return below;
  // A description of any object may lie where the children of a listed one do: no such parent, so it is the description.
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

/** Of several lists of one form of address, the one whose parent the address names. */
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

/** The object's name in this request: any object says it in its path, a family has parts to fill in. */
export function objectAt({ name }: ReadPlan, params: Readonly<Record<string, string>>): string {
  if (name === '*') return params['object'] ?? name;
  return name.replace(/\{(\w+)\}/g, (all, part: string) => params[part] ?? all);
}

/** The object as its list knows it; the request itself may be read by its narrowed facts. */
export function objectOf(provider: Provider, plan: ReadPlan, params: Readonly<Record<string, string>>): ObjectOf {
  const name = objectAt(plan, params);
  return { module: plan.module, name, spec: named(findObject(provider, plan.module, name)).spec };
}
