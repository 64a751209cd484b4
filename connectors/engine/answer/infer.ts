/**
 * Infers paths from a response if the provider file does not declare them: the paths of the records, of their ids and
 * of their updated-at times.
 */
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { getPath } from '../json_path.ts';
import { idOf } from './record_id.ts';

const LIST_KEYS = [
  'data',
  'results',
  'items',
  'records',
  'value',
  'values',
  'entries',
  'elements',
  'list',
  'content',
  'resources',
  'Resources',
  'objects',
];
const OWN_IDS = ['id', 'Id', 'ID', '_id', 'uuid', 'uid', 'gid', 'guid', 'sid'];
const LESSER_IDS = ['key', 'token', 'uri', 'slug', 'code', 'name', 'text', 'label', 'title', 'email', 'value'];
/** The max number of candidates per kind of key. Each candidate costs a pass over all records. */
const MAX_CANDIDATES = 50;
/** A longer key is user data, not a field name. */
const MAX_KEY = 500;
const UPDATED_KEYS = [
  'updated_at',
  'updatedAt',
  'updated',
  'update_time',
  'updateTime',
  'modified_at',
  'modifiedAt',
  'modified',
  'last_modified',
  'lastModified',
  'last_updated',
  'lastUpdated',
  'date_updated',
  'dateUpdated',
  'modifiedDate',
  'lastModifiedDate',
  'lastModifiedDateTime',
  'UpdatedDateUTC',
  'dateModified',
];

/** The most likely path of the list of records; null when the response has no list. */
export function inferRecordsPath(body: Json, objectName: string): string | null {
  if (Array.isArray(body)) return '';
  const lists = isObject(body) ? listsIn(body, 3) : [];
  return (
    best(
      lists.filter(({ list }) => !isLinks(list)),
      objectName,
    )?.path ?? null
  );
}

/** Whether the list has only links. Many responses have a list of links beside the records (HATEOAS). */
function isLinks(list: readonly Json[]): boolean {
  return list.length > 0 && list.every((entry) => isObject(entry) && 'rel' in entry && 'href' in entry);
}

/** Whether every key that could hold the records is null. Some providers send null for an empty list. */
export function isEmptyAnswer(body: Json, objectName: string): boolean {
  const keys = isObject(body) ? Object.keys(body).filter((key) => isListKey(`['${key}']`, objectName)) : [];
  return isObject(body) && keys.length > 0 && keys.every((key) => body[key] === null);
}

type FoundList = { path: string; list: Json[]; depth: number };

function listsIn(object: JsonObject, levels: number, prefix = '', depth = 0): FoundList[] {
  return Object.entries(object).flatMap(([key, value]) => {
    if (key.length > MAX_KEY) return [];
    const path = prefix + keyPath(key);
    if (Array.isArray(value)) return [{ path, list: value, depth }];
    return levels > 1 && isObject(value) ? listsIn(value, levels - 1, path, depth + 1) : [];
  });
}

/**
 * The list with the highest score. The kind of its entries weighs most: objects, then none, then other values. Next is
 * its key: the object's own name, then a common key. Each level of depth costs points, so a shallow list can beat a
 * deep list of a better kind.
 */
function best(lists: FoundList[], objectName: string): FoundList | undefined {
  const score = ({ path, list, depth }: FoundList) => {
    const key = lastKey(path);
    const kind = list.length === 0 ? 20 : list.every(isObject) ? 40 : 0;
    const named = plain(key) === plain(objectName) ? 15 : LIST_KEYS.includes(key) ? 10 : 0;
    return kind + named - depth * 6;
  };
  return [...lists].sort((a, b) => score(b) - score(a))[0];
}

/** Whether an object is a record rather than an envelope around a list: it has an id. */
export function isRecord(value: Json | undefined): value is JsonObject {
  return isObject(value) && OWN_IDS.some((key) => scalarText(value[key]) !== null);
}

/** Whether the last key of the path is the object's name or a common key for lists. */
export function isListKey(path: string, objectName: string): boolean {
  const key = lastKey(path);
  return path === '' || plain(key) === plain(objectName) || LIST_KEYS.includes(key);
}

/**
 * The path of the id: the first candidate that every record has and whose values are unique. The candidates, in order:
 * common id keys, keys named after the object, keys that end in "id", keys of names and texts.
 */
export function inferIdPath(records: readonly Json[], objectName: string): string | null {
  if (records.length > 0 && !records.some(isObject)) return isUnique(records, '') ? '' : null;
  const first = records.find(isObject);
  if (!first) return null;
  const single = singular(objectName);
  const keys = Object.keys(first).filter((key) => key.length <= MAX_KEY);
  const named = (isOne: (key: string) => boolean) => keys.filter(isOne).slice(0, MAX_CANDIDATES);
  const candidates = [
    ...OWN_IDS.filter((key) => keys.includes(key)),
    ...named((key) => [`${single}id`, `${single}key`, `${single}uuid`, `${single}number`].includes(plain(key))),
    ...named((key) => plain(key) === single),
    ...named((key) => /(^|_)u?id$|[a-z](Id|ID)$/.test(key)),
    ...named((key) => [`${single}type`, `${single}name`].includes(plain(key))),
    ...LESSER_IDS.filter((key) => keys.includes(key)),
  ].map(keyPath);
  return [...candidates, ...partsOfId(first)].find((path) => isUnique(records, path)) ?? null;
}

/** The parts of a composite id ({workspace_id, object_id, record_id}). The last part is the most specific. */
function partsOfId({ id }: JsonObject): string[] {
  return isObject(id)
    ? Object.keys(id)
        .reverse()
        .slice(0, MAX_CANDIDATES)
        .map((key) => keyPath('id') + keyPath(key))
    : [];
}

const WRAPPERS = ['node', 'resource', 'record', 'item'];

/** The key that holds the record in each entry (`list[].subscription`); null when the entries are the records. */
export function inferWrapper(
  entries: readonly Json[],
  objectName: string,
  declaredId: string | readonly string[] | undefined,
): string | null {
  const first = entries[0];
  if (!isObject(first) || !entries.every(isObject) || isRecord(first)) return null;
  if (entries.some((entry) => idOf(entry, declaredId) !== null)) return null;
  const keys = Object.keys(first);
  const single = singular(objectName);
  const key =
    keys.find((name) => plain(name) === single) ??
    keys.find((name) => WRAPPERS.includes(name)) ??
    (keys.length === 1 ? keys[0] : undefined);
  if (key === undefined) return null;
  const path = keyPath(key);
  return entries.every((entry) => isRecord(getPath(entry, path))) ? path : null;
}

function keyPath(key: string): string {
  return `['${key.replace(/['\\]/g, '\\$&')}']`;
}

export function inferUpdatedPath(records: readonly Json[]): string | null {
  const first = records.find(isObject);
  const key = first && UPDATED_KEYS.find((name) => scalarText(first[name]) !== null);
  return key ? keyPath(key) : null;
}

/** Whether every record has a value at the path and no two are equal. */
function isUnique(records: readonly Json[], path: string): boolean {
  const seen = new Set<string>();
  return records.every((record) => {
    const value = scalarText(getPath(record, path));
    return value !== null && value !== '' && !seen.has(value) && seen.add(value);
  });
}

function lastKey(path: string): string {
  return /'([^']*)'\]$/.exec(path)?.[1] ?? '';
}

function singular(name: string): string {
  return plain(name)
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/s$/, '');
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
