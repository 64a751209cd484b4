import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { ProviderFailure } from './failure.ts';
import { inferIdPath, inferRecordsPath, inferUpdatedPath } from './infer.ts';
import { firstPath, getPath } from './json_path.ts';
import type { ObjectPlan } from './objects.ts';
import type { ReadSpec } from './provider.ts';
import type { ProviderRecord } from './read_target.ts';

type Note = (note: string) => void;

/** The raw records of an answer. Throws ProviderFailure `providerFault` when they are not where the file says. */
export function rawRecords(body: Json, { name, spec, isUnknown }: ObjectPlan, note: Note): Json[] {
  const declared = [spec.records ?? []].flat().map((path) => path.replace('{object}', name));
  const likely = isUnknown ? declared.filter((path) => Array.isArray(at(body, path))) : declared;
  if (spec.single && !isUnknown) return oneRecord(body, declared);
  if (likely.length > 0) return declaredRecords(body, likely, spec.omitsEmpty);
  const path = inferRecordsPath(body, name);
  if (path === null) return singleRecord(body, note);
  note(`records of "${name}" found at "${path || 'the top'}"`);
  return (path === '' ? body : getPath(body, path)) as Json[];
}

function declaredRecords(body: Json, paths: readonly string[], omitsEmpty = false): Json[] {
  for (const path of paths) {
    const found = at(body, path);
    if (Array.isArray(found)) return found;
    // Some providers write an empty list as null.
    if (found === null) return [];
    if (found !== undefined)
      throw new ProviderFailure('providerFault', `The answer holds no list of records at "${path}".`);
  }
  if (omitsEmpty) return [];
  throw new ProviderFailure('providerFault', `The answer holds no records at "${paths.join('" or "')}".`);
}

function oneRecord(body: Json, paths: readonly string[]): Json[] {
  const found = (paths.length > 0 ? paths : ['']).map((path) => at(body, path)).find(isObject);
  if (found) return [found];
  throw new ProviderFailure('providerFault', `The answer holds no record at "${paths.join('" or "')}".`);
}

function at(body: Json, path: string): Json | undefined {
  return path === '' ? body : getPath(body, path);
}

/** An answer without any list is one record, when it looks like one. */
function singleRecord(body: Json, note: Note): Json[] {
  const inner = isObject(body) && isObject(body['data']) ? body['data'] : body;
  if (!isObject(inner) || inferIdPath([inner], '') === null) return [];
  note('the answer is one record');
  return [inner];
}

/** Records in the engine's shape, with id and updated-at found as the file says, or by looking. */
export function providerRecords(raw: readonly Json[], { name, spec }: ObjectPlan, note: Note): ProviderRecord[] {
  const kept = spec.skip === undefined ? raw : raw.filter((record) => isMissing(getPath(record, spec.skip as string)));
  const id = spec.id ?? inferred(inferIdPath(kept, name), 'id', note);
  const updatedAt = spec.updatedAt ?? inferred(inferUpdatedPath(kept), 'updated-at', note);
  return kept.map((record) => ({
    id: idText(firstPath(record, id)),
    updatedAt: scalarText(firstPath(record, updatedAt)),
    fields: fieldsOf(record, spec),
    raw: record,
  }));
}

function inferred(path: string | null, what: string, note: Note): string | undefined {
  if (path === null) return undefined;
  note(`${what} taken from ${path}`);
  return path;
}

/** Composite ids (a list or object of parts) as one text. */
function idText(value: Json | undefined): string | null {
  const scalar = scalarText(value);
  if (scalar !== null) return scalar;
  return isObject(value)
    ? Object.values(value)
        .map((part) => scalarText(part) ?? '')
        .join('/')
    : null;
}

/** The same object where nothing is to be spread: a page may hold thousands. */
function fieldsOf(record: Json, { flatten }: ReadSpec): JsonObject {
  if (!isObject(record)) return { value: record };
  if (!flatten) return record;
  const fields: JsonObject = { ...record };
  for (const path of flatten) {
    const group = getPath(record, path);
    if (!isObject(group)) continue;
    delete fields[path];
    Object.assign(fields, group);
  }
  return fields;
}

function isMissing(value: Json | undefined): boolean {
  return value === undefined || value === null || value === false;
}
