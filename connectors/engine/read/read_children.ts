import type { Json } from '../../../lib/json/json.ts';
import type { ChildPosition, CursorState } from './cursor_text.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { isObject, stringifyJson } from '../../../lib/json/json.ts';
import { getPath } from '../json_path.ts';
import { findObject } from '../objects/objects.ts';
import { keptOf, parentKeys, parentText } from '../request/parent_values.ts';
import { digest } from './page_watch.ts';
import { type PlainPage, type ReadContext, readPlain, START } from './read_plain.ts';

/** A page of whatever kind of object; `parent` is the record below which its records lie. */
export type AnyPage = Omit<PlainPage, 'next' | 'listed'> & { next: CursorState | null; parent?: Json };
export type ReadAny = (context: ReadContext, at: CursorState | null) => Promise<AnyPage>;

/**
 * One page of an object that lies below the records of another (the issues of each repository), which may lie below a
 * third. The cursor carries the parents that are still to do, cut down to what the child's requests need, so a resumed
 * read asks for no parent twice.
 */
export async function readChildren(context: ReadContext, at: ChildPosition | null, readAny: ReadAny): Promise<AnyPage> {
  const { waitMs, ...here } = at?.parents.length
    ? { ...at, waitMs: undefined }
    : await moreParents(context, at, readAny);
  const [parent, ...others] = here.parents;
  if (parent === undefined)
    return { records: [], next: here.parentNext && here, ...(waitMs !== undefined && { waitMs }) };
  const { next, listed = [], ...page } = await childPage(context, here, parent);
  const met = metBefore(context, here);
  const found = unmet(deeper(context, listed), met, context.note);
  const nowMet = met && [...met, ...found.map(signOf)];
  const place = { ...here, parents: [parent, ...others, ...found], met: nowMet };
  return { ...page, parent, next: after(place, [...others, ...found], next) };
}

/** The folders that this tree has led to so far; the ones it begins with are among them. */
function metBefore({ plan }: ReadContext, { parents, met = [] }: ChildPosition): string[] | undefined {
  if (!plan.spec.descend) return undefined;
  const waiting = parents.map(signOf).filter((sign) => !met.includes(sign));
  return [...met, ...waiting];
}

/** A folder that is listed in several places, or in itself, is read once: the way through a circle has no end. */
function unmet(folders: Json[], met: string[] = [], note: ReadContext['note']): Json[] {
  const known = new Set(met);
  const fresh = folders.filter((folder) => !known.has(signOf(folder)) && known.add(signOf(folder)));
  if (fresh.length < folders.length) note('a folder is listed in more than one place and is read once');
  return fresh;
}

function signOf(folder: Json): string {
  return digest(stringifyJson(folder));
}

/** A path with nothing between its slashes is another object's, or none: a parent that has no such value is passed over. */
async function childPage(context: ReadContext, here: ChildPosition, parent: Json): Promise<PlainPage> {
  const { path } = context.plan.spec;
  const missing = [...path.matchAll(/\{parent\.([^{}]+)\}/g)].find(([, key = '']) => parentText(parent, key) === '');
  if (!missing) return readPlain(context, here.child, parent).catch(nothingBelow(context, here));
  context.note(`a parent of "${context.plan.name}" has no value for ${missing[0]} and is passed over`);
  return { records: [], next: null };
}

/**
 * In a tree, records are parents too: the folders in a folder. They wait in the cursor until their turn comes, also those
 * that are not asked for themselves: what is below an old folder may be new.
 */
function deeper({ plan: { spec }, wanted = [] }: ReadContext, listed: readonly Json[]): Json[] {
  const { descend } = spec;
  if (!descend) return [];
  const keys = [...parentKeys(spec), ...wanted];
  return listed.filter((raw) => getPath(raw, descend.path) === descend.equals).map((raw) => keptOf(raw, keys));
}

/**
 * A parent may be gone since it was listed, or have no such children at all; that ends its own read, not the whole. One
 * that had a first page has children: there a missing next page would be lost without a word.
 */
function nothingBelow({ note, plan }: ReadContext, { child }: ChildPosition) {
  return (err: unknown): PlainPage => {
    if (!(err instanceof ProviderFailure) || err.kind !== 'notFound' || child.step !== null) throw err;
    note(`a parent of "${plan.name}" has none: ${err.message}`);
    return { records: [], next: null };
  };
}

function after(
  { parents, parentNext, met }: ChildPosition,
  others: Json[],
  child: ChildPosition['child'] | null,
): ChildPosition | null {
  const tree = met && { met };
  if (child) return { parents, parentNext, child, ...tree };
  return others.length > 0 || parentNext ? { parents: others, parentNext, child: START, ...tree } : null;
}

/** `waitMs`: the provider prepares the parents, and none are there yet. */
type Parents = ChildPosition & { waitMs?: number | undefined };

async function moreParents(context: ReadContext, at: ChildPosition | null, readAny: ReadAny): Promise<Parents> {
  const { target, plan } = context;
  const keys = parentKeys(plan.spec);
  if (Array.isArray(plan.spec.each)) return { parents: plan.spec.each as Json[], parentNext: null, child: START };
  const { provider, module, since: _since, until: _until, filters: _filters, pageSize: _size, ...rest } = target;
  const parentTarget = { ...rest, provider, module, objectName: plan.spec.each ?? '', fields: [] };
  const parentPlan = findObject(provider, module, parentTarget.objectName);
  // The parents' own parents are carried as far as the children ask for them.
  const inner = keys.filter((key) => key.startsWith('parent.')).map((key) => key.slice('parent.'.length));
  const page = await readAny(
    { ...context, target: parentTarget, plan: parentPlan, wanted: [...(context.wanted ?? []), ...inner] },
    at?.parentNext ?? null,
  );
  const kept = [...keys, ...(context.wanted ?? [])];
  return {
    parents: page.records
      .filter(({ raw }) => mayHave(raw, plan.spec.eachWith))
      .map(({ raw }) => keptOf(below(raw, page.parent), kept)),
    parentNext: page.next,
    child: START,
    ...(at?.met && { met: at.met }),
    waitMs: page.waitMs,
  };
}

/** Many a parent tells that it has no children: a request less. What it does not tell is asked. */
function mayHave(parent: Json, path: string | undefined): boolean {
  const word = path === undefined ? undefined : getPath(parent, path);
  return word === undefined || ![null, false, 0, ''].includes(word as null);
}

function below(record: Json, parent: Json | undefined): Json {
  return isObject(record) && parent !== undefined ? { ...record, parent } : record;
}
