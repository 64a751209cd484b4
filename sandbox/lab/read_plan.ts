/** What a provider file says about reading, taken apart into lists that the lab can serve. */
import { findObject, objectNames } from '../../connectors/engine/objects/objects.ts';
import type { Bound, Provider, ReadSpec } from '../../connectors/engine/file/provider.ts';
import type { Paging, Slot } from '../../connectors/engine/file/paging_facts.ts';

export type ReadPlan = {
  module: string | undefined;
  /** As the file spells it: `{part}` stands for a family, `*` for any object. */
  name: string;
  spec: ReadSpec;
  /** The endpoint of narrowed reads, where that is another one. */
  isNarrowed: boolean;
  /** What this endpoint has otherwise than the object's first: that of narrowed reads, or of reads of every field. */
  over?: Partial<ReadSpec>;
  /** Whether deleted records are in the list, `too` or `only` they. */
  deleted?: 'too' | 'only';
};

/** Every object of every module; the same name in two modules is two plans. */
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

/** No provider has an object of this name, so that only `anyObject` answers to it. */
const ANY = '*';

function planOf(provider: Provider, module: string | undefined, name: string): ReadPlan {
  return { module, name, spec: findObject(provider, module, name).spec, isNarrowed: false };
}

function listsOf(plan: ReadPlan): ReadPlan[] {
  const { when, ask, list } = plan.spec.deleted ?? {};
  // A provider that marks them and need not be asked has them in every list.
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

/** Where every field is wanted, some files name another address for the list. */
function wholePlan(plan: ReadPlan): ReadPlan[] {
  const { whole } = plan.spec;
  const isElsewhere = whole?.path !== undefined && whole.path !== plan.spec.path;
  return isElsewhere ? [{ ...plan, spec: { ...plan.spec, ...whole }, over: whole }] : [];
}

/** The parameters that a request for this list may carry with any value. */
export function slotParams({ pageSize, fields, since, until, filters, paging }: ReadSpec): Set<string> {
  const slots: (Slot | Bound | undefined)[] = [pageSize, fields, since, until, filters];
  const ways = ([paging ?? []].flat() as Paging[]).flatMap((way) => ('param' in way ? [way.param] : []));
  return new Set([...slots.flatMap((slot) => slot?.param ?? []), ...ways]);
}
