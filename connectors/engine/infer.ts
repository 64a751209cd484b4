/** What the engine finds out by looking at an answer when the provider file leaves it open. */
import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { getPath } from './json_path.ts';

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
const ID_KEYS = [
  'id',
  'Id',
  'ID',
  '_id',
  'uuid',
  'uid',
  'gid',
  'guid',
  'sid',
  'key',
  'token',
  'uri',
  'slug',
  'code',
  'name',
];
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
  return best(lists, objectName)?.path ?? null;
}

type Found = { path: string; list: Json[]; depth: number };

function listsIn(object: JsonObject, levels: number, prefix = '', depth = 0): Found[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const path = prefix + keyPath(key);
    if (Array.isArray(value)) return [{ path, list: value, depth }];
    return levels > 1 && isObject(value) ? listsIn(value, levels - 1, path, depth + 1) : [];
  });
}

/** A list of objects before an empty one before a list of anything else; then the object's own name, then a customary one. */
function best(lists: Found[], objectName: string): Found | undefined {
  const score = ({ path, list, depth }: Found) => {
    const key = /'([^']*)'\]$/.exec(path)?.[1] ?? '';
    const kind = list.length === 0 ? 20 : list.every(isObject) ? 40 : 0;
    const named = plain(key) === plain(objectName) ? 15 : LIST_KEYS.includes(key) ? 10 : 0;
    return kind + named - depth * 6;
  };
  return [...lists].sort((a, b) => score(b) - score(a))[0];
}

/** The path of what tells records apart: a customary key, or one that ends in "id", whose values are all there and all different. */
export function inferIdPath(records: readonly Json[], objectName: string): string | null {
  const first = records.find(isObject);
  if (!first) return null;
  const single = plain(objectName).replace(/ies$/, 'y').replace(/s$/, '');
  const keys = Object.keys(first);
  const candidates = [
    ...ID_KEYS.slice(0, 9).filter((key) => keys.includes(key)),
    ...keys.filter((key) => plain(key) === `${single}id` || plain(key) === `${single}key`),
    ...keys.filter((key) => /(^|_)id$|[a-z](Id|ID)$/.test(key)),
    ...ID_KEYS.slice(9).filter((key) => keys.includes(key)),
  ].map(keyPath);
  return [...candidates, ...partsOfId(first)].find((path) => isUnique(records, path)) ?? null;
}

/** An id in parts ({workspace_id, object_id, record_id}) ends with the most particular one. */
function partsOfId({ id }: JsonObject): string[] {
  return isObject(id)
    ? Object.keys(id)
        .reverse()
        .map((key) => keyPath('id') + keyPath(key))
    : [];
}

function keyPath(key: string): string {
  return `['${key.replace(/['\\]/g, '\\$&')}']`;
}

export function inferUpdatedPath(records: readonly Json[]): string | null {
  const first = records.find(isObject);
  const key = first && UPDATED_KEYS.find((name) => scalarText(first[name]) !== null);
  return key ? keyPath(key) : null;
}

function isUnique(records: readonly Json[], path: string): boolean {
  const values = records.map((record) => scalarText(getPath(record, path)));
  return values.every((value) => value !== null && value !== '') && new Set(values).size === values.length;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}
