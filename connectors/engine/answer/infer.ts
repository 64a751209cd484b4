/** What the engine finds out by looking at an answer when the provider file leaves it open. */
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
/** Of each sort: every one that is tried goes through the records. */
const MOST_CANDIDATES = 50;
/** A key longer than this is a text of somebody's, no name. */
const LONGEST_KEY = 500;
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

/** Where the list of records is most likely to lie; null when the answer holds no list. */
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

/** Links to pages and the like lie beside the records of many an answer. */
function isLinks(list: readonly Json[]): boolean {
  return list.length > 0 && list.every((entry) => isObject(entry) && 'rel' in entry && 'href' in entry);
}

/** Whether the place where the records would lie holds nothing: so some write an empty list. */
export function isEmptyAnswer(body: Json, objectName: string): boolean {
  const keys = isObject(body) ? Object.keys(body).filter((key) => isListKey(`['${key}']`, objectName)) : [];
  return isObject(body) && keys.length > 0 && keys.every((key) => body[key] === null);
}

type Found = { path: string; list: Json[]; depth: number };

function listsIn(object: JsonObject, levels: number, prefix = '', depth = 0): Found[] {
  return Object.entries(object).flatMap(([key, value]) => {
    if (key.length > LONGEST_KEY) return [];
    const path = prefix + keyPath(key);
    if (Array.isArray(value)) return [{ path, list: value, depth }];
    return levels > 1 && isObject(value) ? listsIn(value, levels - 1, path, depth + 1) : [];
  });
}

/** A list of objects before an empty one before a list of anything else; then the object's own name, then a customary one. */
function best(lists: Found[], objectName: string): Found | undefined {
  const score = ({ path, list, depth }: Found) => {
    const key = lastKey(path);
    const kind = list.length === 0 ? 20 : list.every(isObject) ? 40 : 0;
    const named = plain(key) === plain(objectName) ? 15 : LIST_KEYS.includes(key) ? 10 : 0;
    return kind + named - depth * 6;
  };
  return [...lists].sort((a, b) => score(b) - score(a))[0];
}

/** Whether an object is a record of its own rather than the envelope of a list. */
export function isRecord(value: Json | undefined): value is JsonObject {
  return isObject(value) && OWN_IDS.some((key) => scalarText(value[key]) !== null);
}

/** Whether a list by that key is what was asked for, or goes by a name that providers give to lists of anything. */
export function isListKey(path: string, objectName: string): boolean {
  const key = lastKey(path);
  return path === '' || plain(key) === plain(objectName) || LIST_KEYS.includes(key);
}

/**
 * The path of what tells records apart: a customary key, one named after the object, or one that ends in "id", whose
 * values are all there and all different. Names and texts come last: they tell apart only where nothing else does.
 */
export function inferIdPath(records: readonly Json[], objectName: string): string | null {
  if (records.length > 0 && !records.some(isObject)) return isUnique(records, '') ? '' : null;
  const first = records.find(isObject);
  if (!first) return null;
  const single = singular(objectName);
  const keys = Object.keys(first).filter((key) => key.length <= LONGEST_KEY);
  const named = (isOne: (key: string) => boolean) => keys.filter(isOne).slice(0, MOST_CANDIDATES);
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

/** An id in parts ({workspace_id, object_id, record_id}) ends with the most particular one. */
function partsOfId({ id }: JsonObject): string[] {
  return isObject(id)
    ? Object.keys(id)
        .reverse()
        .slice(0, MOST_CANDIDATES)
        .map((key) => keyPath('id') + keyPath(key))
    : [];
}

const WRAPPERS = ['node', 'resource', 'record', 'item'];

/** The key below which each entry holds its record (`list[].subscription`), when the entries are none themselves. */
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

/** Stops at the first record without a value of its own. */
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
