import { isObject, type Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import type { ReadSpec } from '../file/provider.ts';
import { settingLine } from '../file/setting_line.ts';
import { getPath, pathKeys, writtenPath } from '../json_path.ts';
import { ProviderFailure } from './failure.ts';
import { inferIdPath, inferRecordsPath, isEmptyAnswer, isListKey, isRecord } from './infer.ts';
import { rowsAsObjects, shapedRecords } from './record_shape.ts';

type Note = (note: string) => void;

/**
 * The max number of records in a response, because a page is handled in one step. Real records have some hundred bytes,
 * so the byte limit is reached first. Only a list of bare values or empty objects can reach this limit.
 */
export const MAX_RECORDS = 100_000;

/** The raw records of a response. Throws ProviderFailure `providerFault` when they are not where the file declares. */
export function rawRecords(body: Json, plan: ObjectPlan, note: Note): Json[] {
  const { name, spec } = plan;
  const list = listOf(body, plan, note);
  if (list.length > MAX_RECORDS) throw tooMany(list.length);
  return shapedRecords(spec.columns ? rowsAsObjects(list, body, spec.columns) : list, { name, spec }, note);
}

function tooMany(count: number): ProviderFailure {
  const message = `The response has ${count} records; at most ${MAX_RECORDS} can be read at once. Ask for less at a time.`;
  return new ProviderFailure('badRequest', message, { exceeded: 'values' });
}

function listOf(body: Json, { name, spec, isUnknown }: ObjectPlan, note: Note): Json[] {
  const paths = [spec.records ?? []].flat().map((path) => path.replace('{object}', name));
  if (isUnknown) return lookFor(body, name, paths, note);
  if (spec.single) return oneRecord(body, paths);
  return paths.length > 0 ? declaredList(body, paths, spec) : lookFor(body, name, [], note);
}

function declaredList(body: Json, paths: readonly string[], { keyed, format, omitsEmpty, outer }: ReadSpec): Json[] {
  const isXml = format === 'xml';
  for (const path of paths) {
    const found = valueAt(body, path, outer);
    if (Array.isArray(found)) return found;
    // Some providers write an empty list as null.
    if (found === null) return [];
    if (keyed !== undefined && isObject(found)) return Object.entries(found).map(([key, value]) => [key, value]);
    // XML has no lists: a single element is a list of one record.
    if (isXml && isObject(found)) return [found];
    if (isXml && found === undefined && isListEmpty(body, path)) return [];
    if (found !== undefined)
      throw new ProviderFailure('providerFault', `The response has no list of records at "${path}".`);
  }
  if (omitsEmpty) return [];
  throw new ProviderFailure('providerFault', `The response has no records at "${paths.join('" or "')}".`);
}

function oneRecord(body: Json, paths: readonly string[]): Json[] {
  const found = (paths.length > 0 ? paths : ['']).map((path) => valueAt(body, path)).find(isObject);
  if (found) return [found];
  throw new ProviderFailure('providerFault', `The response has no record at "${paths.join('" or "')}".`);
}

/** XML has no empty list: its elements are missing, but their parent is present. */
function isListEmpty(body: Json, path: string): boolean {
  return getPath(body, path.replace(/\.?[^.]+$/, '')) !== undefined;
}

/**
 * Resolves a path that may select entries of a list. `tables[*].views` concatenates the views of all tables. On an
 * object, `teams[*]` takes the values. `lists[alias=city].options` takes the options of the lists whose alias is
 * `city`. Each result gets the values that `outer` names from the entry that contains it.
 */
function valueAt(body: Json, path: string, kept: ReadSpec['outer'] = {}): Json | undefined {
  const [outer = '', ...steps] = path.split(/\[(\*|[\w.]+=[^\]]*)\]/);
  let at = outer === '' ? body : getPath(body, outer);
  for (let index = 0; index < steps.length; index += 2)
    at = spread(at, steps[index] ?? '*', steps[index + 1] ?? '', kept);
  return at;
}

function spread(
  at: Json | undefined,
  chosen: string,
  rest: string,
  names: NonNullable<ReadSpec['outer']>,
): Json | undefined {
  const entries = isObject(at) ? Object.values(at) : at;
  if (!Array.isArray(entries)) return at;
  const [key = '', value] = chosen.split(/=(.*)/);
  const kept = chosen === '*' ? entries : entries.filter((entry) => scalarText(getPath(entry as Json, key)) === value);
  return kept.flatMap((entry) =>
    rest === '' ? entry : below(entry as Json, getPath(entry as Json, rest.replace(/^\./, '')), names),
  ) as Json[];
}

function below(outer: Json, found: Json | undefined, kept: NonNullable<ReadSpec['outer']>): Json[] {
  const values = Object.entries(kept).map(([name, path]) => [name, getPath(outer, path) ?? null]);
  const list = [found ?? []].flat();
  return values.length === 0
    ? list
    : list.map((record) => (isObject(record) ? { ...record, ...Object.fromEntries(values) } : record));
}

/**
 * The records of an object whose path of records is unknown: the list at one of the provider's `usual` paths, otherwise
 * at an inferred path. The response may also be a single record.
 */
function lookFor(body: Json, name: string, usual: readonly string[], note: Note): Json[] {
  const declared = usual.map((path) => valueAt(body, path)).find((found) => Array.isArray(found));
  if (declared) return declared as Json[];
  const path = inferRecordsPath(body, name);
  const record = path === null ? loneRecord(body, name) : holderOf(body, path, name);
  if (record) {
    note('single: true');
    return [record];
  }
  if (path === null) return [];
  note(settingLine('records', writtenPath(pathKeys(path))));
  return (path === '' ? body : getPath(body, path)) as Json[];
}

/** The object around the inferred list, when that object is itself the record (a user with a list of roles). */
function holderOf(body: Json, path: string, name: string): Json | null {
  const holder = getPath(body, path.replace(/\['[^']*'\]$/, ''));
  return !isListKey(path, name) && isRecord(holder) ? holder : null;
}

/** A response without a list may be a single record: the body itself, its `data`, or its only nested object. */
function loneRecord(body: Json, name: string): Json | null {
  if (!isObject(body) || isEmptyAnswer(body, name)) return null;
  const inner = Object.values(body).filter(isObject);
  const candidates = [body['data'], body, ...(inner.length === 1 ? inner : [])];
  return candidates.find((candidate) => isObject(candidate) && inferIdPath([candidate], name) !== null) ?? null;
}
