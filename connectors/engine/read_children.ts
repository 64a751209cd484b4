import type { Json } from '../../lib/json/json.ts';
import type { ChildPosition } from './cursor_text.ts';
import { ProviderFailure } from './failure.ts';
import { getPath, setPath } from './json_path.ts';
import { findObject } from './objects.ts';
import type { Page } from './read_target.ts';
import { type PlainPage, type ReadContext, readPlain, START } from './read_plain.ts';

export type ChildPage = Omit<Page, 'next'> & { next: ChildPosition | null };

/**
 * One page of an object that lies below the records of another (the issues of each repository). The cursor carries the
 * parents that are still to do, cut down to what the child's path needs, so a resumed read asks for no parent twice.
 */
export async function readChildren(context: ReadContext, at: ChildPosition | null): Promise<ChildPage> {
  const here = at?.parents.length ? at : await moreParents(context, at);
  const [parent, ...others] = here.parents;
  if (parent === undefined) return { records: [], next: here.parentNext && here };
  const { next, ...page } = await readPlain(context, here.child, parent).catch(nothingBelow(context));
  return { ...page, next: after(here, others, next) };
}

/** A parent may be gone since it was listed, or have no such children at all; that ends its own read, not the whole. */
function nothingBelow({ note, plan }: ReadContext) {
  return (err: unknown): PlainPage => {
    if (!(err instanceof ProviderFailure) || err.kind !== 'notFound') throw err;
    note(`a parent of "${plan.name}" has none: ${err.message}`);
    return { records: [], next: null };
  };
}

function after(
  { parents, parentNext }: ChildPosition,
  others: Json[],
  child: ChildPosition['child'] | null,
): ChildPosition | null {
  if (child) return { parents, parentNext, child };
  return others.length > 0 || parentNext ? { parents: others, parentNext, child: START } : null;
}

async function moreParents(context: ReadContext, at: ChildPosition | null): Promise<ChildPosition> {
  const { target, plan } = context;
  const { provider, module, since: _since, until: _until, filters: _filters, pageSize: _size, ...rest } = target;
  const parentTarget = { ...rest, provider, module, objectName: plan.spec.each ?? '', fields: [] };
  const parentPlan = findObject(provider, module, parentTarget.objectName);
  const page = await readPlain({ ...context, target: parentTarget, plan: parentPlan }, at?.parentNext ?? START);
  const keys = [...plan.spec.path.matchAll(/\{parent\.([^}]+)\}/g)].map(([, key]) => key as string);
  return { parents: page.records.map(({ raw }) => only(raw, keys)), parentNext: page.next, child: START };
}

function only(record: Json, keys: readonly string[]): Json {
  const kept = {};
  for (const key of keys) setPath(kept, key, getPath(record, key) ?? null);
  return kept;
}
