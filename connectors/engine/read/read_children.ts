import type { Json } from '../../../lib/json/json.ts';
import { isObject, stringifyJson } from '../../../lib/json/json.ts';
import { ProviderFailure } from '../answer/failure.ts';
import { getPath } from '../json_path.ts';
import { findObject } from '../objects/objects.ts';
import { parentKeys, parentText, reducedParent } from '../request/parent_values.ts';
import type { ChildPosition, CursorState } from './cursor_text.ts';
import type { EndNotes } from './list_doubt.ts';
import { digest } from './page_watch.ts';
import { FIRST_PAGE, type PlainPage, type ReadContext, readPlain } from './read_plain.ts';

/** A page of any kind of object. `parent` is the parent of the page's records. */
export type AnyPage = Omit<PlainPage, 'next' | 'listed'> & { next: CursorState | null; parent?: Json };
export type ReadAny = (context: ReadContext, at: CursorState | null) => Promise<AnyPage>;

/**
 * Reads one page of a child object (the issues of each repository). Parents may have parents themselves. The cursor
 * contains the parents that are still to be read, with only the values that the child's requests need. So a resumed
 * read requests no parent twice.
 */
export async function readChildren(context: ReadContext, at: ChildPosition | null, readAny: ReadAny): Promise<AnyPage> {
  const { waitMs, notes, ...here } = at?.parents.length
    ? { ...at, waitMs: undefined, notes: {} }
    : await moreParents(context, at, readAny);
  const [parent, ...others] = here.parents;
  if (parent === undefined)
    return { records: [], next: here.parentNext && here, ...(waitMs !== undefined && { waitMs }), ...notes };
  const { next, listed = [], ...page } = await childPage(context, here, parent);
  const met = metBefore(context, here);
  const found = unmet(deeper(context, listed), met, context.note);
  const nowMet = met && [...met, ...found.map(signOf)];
  const place = { ...here, parents: [parent, ...others, ...found], met: nowMet };
  return { ...notes, ...page, parent, next: after(place, [...others, ...found], next) };
}

/** For an object with `descend`: digests of all folders that were seen so far, including the roots. */
function metBefore({ plan }: ReadContext, { parents, met = [] }: ChildPosition): string[] | undefined {
  if (!plan.spec.descend) return undefined;
  const waiting = parents.map(signOf).filter((sign) => !met.includes(sign));
  return [...met, ...waiting];
}

/**
 * The folders that were not seen before. A list may name a folder twice, or a folder may contain itself. Reading a
 * folder again could loop forever.
 */
function unmet(folders: Json[], met: string[] = [], note: ReadContext['note']): Json[] {
  const known = new Set(met);
  const fresh = folders.filter((folder) => !known.has(signOf(folder)) && known.add(signOf(folder)));
  if (fresh.length < folders.length) note('a folder is listed more than once; it is read once');
  return fresh;
}

function signOf(folder: Json): string {
  return digest(stringifyJson(folder));
}

/**
 * Reads a page of one parent's children. Skips a parent that lacks a value for a placeholder of the path, because the
 * path would lead to another object.
 */
async function childPage(context: ReadContext, here: ChildPosition, parent: Json): Promise<PlainPage> {
  const { path } = context.plan.spec;
  const missing = [...path.matchAll(/\{parent\.([^{}]+)\}/g)].find(([, key = '']) => parentText(parent, key) === '');
  if (!missing) return readPlain(context, here.child, parent).catch(nothingBelow(context, here));
  context.note(`a parent of "${context.plan.name}" has no value for ${missing[0]} and is skipped`);
  return { records: [], next: null };
}

/**
 * The records of a tree that are parents too (folders in a folder). Includes folders outside the requested time,
 * because an old folder may contain new records.
 */
function deeper({ plan: { spec }, wanted = [] }: ReadContext, listed: readonly Json[]): Json[] {
  const { descend } = spec;
  if (!descend) return [];
  const keys = [...parentKeys(spec), ...wanted];
  return listed.filter((raw) => getPath(raw, descend.path) === descend.equals).map((raw) => reducedParent(raw, keys));
}

/**
 * Handles a 404 on the first page of a parent: the parent was deleted after it was listed, or has no children of this
 * kind. The read of this parent ends, and the next parent follows. A 404 on a later page is an error, because the
 * remaining records would be lost silently.
 */
function nothingBelow({ note, plan }: ReadContext, { child }: ChildPosition) {
  return (err: unknown): PlainPage => {
    if (!(err instanceof ProviderFailure) || err.kind !== 'notFound' || child.step !== null) throw err;
    note(`a parent has no "${plan.name}": ${err.message}`);
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
  return others.length > 0 || parentNext ? { parents: others, parentNext, child: FIRST_PAGE, ...tree } : null;
}

/**
 * `waitMs`: milliseconds until the next poll, while the parents are the results of an unfinished job; otherwise absent.
 * `notes`: doubts and warnings about the end of the parents' list. If a parent is missing, its children are missing
 * too.
 */
type Parents = ChildPosition & { waitMs?: number | undefined; notes: EndNotes };

async function moreParents(context: ReadContext, at: ChildPosition | null, readAny: ReadAny): Promise<Parents> {
  const { target, plan } = context;
  const keys = parentKeys(plan.spec);
  if (Array.isArray(plan.spec.each))
    return { parents: plan.spec.each as Json[], parentNext: null, child: FIRST_PAGE, notes: {} };
  const { provider, module, since: _since, until: _until, filters: _filters, pageSize: _size, ...rest } = target;
  const parentTarget = { ...rest, provider, module, objectName: plan.spec.each ?? '', fields: [] };
  const parentPlan = findObject(provider, module, parentTarget.objectName);
  // Values of grandparents are stored only if the children need them.
  const inner = keys.filter((key) => key.startsWith('parent.')).map((key) => key.slice('parent.'.length));
  const page = await readAny(
    { ...context, target: parentTarget, plan: parentPlan, wanted: [...(context.wanted ?? []), ...inner] },
    at?.parentNext ?? null,
  );
  const kept = [...keys, ...(context.wanted ?? [])];
  return {
    parents: page.records
      .filter(({ raw }) => mayHave(raw, plan.spec.eachWith))
      .map(({ raw }) => reducedParent(below(raw, page.parent), kept)),
    parentNext: page.next,
    child: FIRST_PAGE,
    ...(at?.met && { met: at.met }),
    waitMs: page.waitMs,
    notes: {
      ...(page.doubt !== undefined && { doubt: `${parentPlan.name}: ${page.doubt}` }),
      ...(page.warning !== undefined && { warning: `${parentPlan.name}: ${page.warning}` }),
    },
  };
}

/** Whether a parent may have children. No request is made for a parent whose record says that it has no children. */
function mayHave(parent: Json, path: string | undefined): boolean {
  const word = path === undefined ? undefined : getPath(parent, path);
  return word === undefined || ![null, false, 0, ''].includes(word as null);
}

function below(record: Json, parent: Json | undefined): Json {
  return isObject(record) && parent !== undefined ? { ...record, parent } : record;
}
