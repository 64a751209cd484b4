/** Splits the objects of a provider file into lists that the lab can serve. */

import type { Paging, Slot } from '../../../connectors/engine/file/paging_facts.ts';
import type { Bound, Provider, ReadSpec } from '../../../connectors/engine/file/provider.ts';
import { findObject, objectNames } from '../../../connectors/engine/objects/objects.ts';

export type ReadPlan = {
  module: string | undefined;
  /** The name as the file spells it. `{part}` stands for an object family, `*` for any object. */
  name: string;
  spec: ReadSpec;
  /** Whether this is the separate endpoint for narrowed reads. */
  isNarrowed: boolean;
  /** The overrides of this endpoint over the object's own spec: those of `narrowed`, `whole` or `deleted`. */
  over?: Partial<ReadSpec>;
  /** Whether the list includes deleted records (`too`), or contains nothing else (`only`). */
  deleted?: 'too' | 'only';
};

/** The plans of all objects in all modules. The same name in two modules gives two plans. */
export function readPlans(provider: Provider): ReadPlan[] {
  const modules = [undefined, ...Object.keys(provider.modules ?? {})];
  const plans = modules.flatMap((module) => plansOf(provider, module));
  return plans.filter(({ spec }) => !spec.parts).flatMap(listsOf);
}

function plansOf(provider: Provider, module: string | undefined): ReadPlan[] {
  const own = module === undefined ? undefined : provider.modules?.[module];
  const names = module === undefined ? objectNames({ ...provider, modules: {} }) : Object.keys(own?.objects ?? {});
  const named = names.map((name) => planOf(provider, module, name));
  const anyObject = module === undefined ? provider.anyObject : own?.anyObject;
  return anyObject ? [...named, { ...planOf(provider, module, ANY), name: ANY }] : named;
}

/** A name that no provider file declares, so that it always resolves to `anyObject`. */
const ANY = '*';

function planOf(provider: Provider, module: string | undefined, name: string): ReadPlan {
  return { module, name, spec: findObject(provider, module, name).spec, isNarrowed: false };
}

function listsOf(plan: ReadPlan): ReadPlan[] {
  const { when, ask, list } = plan.spec.deleted ?? {};
  // With `when` and without `ask`, every list includes the deleted records.
  const marked: ReadPlan = when && !ask ? { ...plan, deleted: 'too' } : plan;
  const usual = [marked, ...narrowedPlan(marked), ...wholePlan(marked)];
  const asked = ask ? [...narrowedPlan(plan), ...(plan.spec.narrowed ? [] : [plan])] : [];
  return [
    ...usual,
    ...asked.map((one) => withDeleted(one, ask ?? {}, 'too')),
    ...(list ? [withDeleted(plan, { since: { here: true }, ...list }, 'only')] : []),
  ];
}

function withDeleted(plan: ReadPlan, over: Partial<ReadSpec>, deleted: 'too' | 'only'): ReadPlan {
  const { narrowed: _narrowed, ...usual } = plan.spec;
  const query = { ...usual.query, ...over.query };
  const own = { ...plan.over, ...over, ...(over.query && { query }) };
  return { ...plan, spec: { ...usual, ...own }, over: own, deleted };
}

function narrowedPlan(plan: ReadPlan): ReadPlan[] {
  const { narrowed } = plan.spec;
  return narrowed ? [{ ...plan, spec: { ...plan.spec, ...narrowed }, isNarrowed: true, over: narrowed }] : [];
}

/** The plan of `whole`, if it has another path: a separate endpoint for reads of all fields. */
function wholePlan(plan: ReadPlan): ReadPlan[] {
  const { whole } = plan.spec;
  const isElsewhere = whole?.path !== undefined && whole.path !== plan.spec.path;
  return isElsewhere ? [{ ...plan, spec: { ...plan.spec, ...whole }, over: whole }] : [];
}

/** The parameters of a list request whose values are variable. */
export function slotParams({ pageSize, fields, since, until, filters, paging }: ReadSpec): Set<string> {
  const slots: (Slot | Bound | undefined)[] = [pageSize, fields, since, until, filters];
  const ways = ([paging ?? []].flat() as Paging[]).flatMap((way) => ('param' in way ? [way.param] : []));
  return new Set([...slots.flatMap((slot) => slot?.param ?? []), ...ways]);
}
