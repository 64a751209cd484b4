import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';

const SEGMENT = /\[\s*'([^'\\]*(?:\\.[^'\\]*)*)'\s*\]|\[(\d+)\]|\.?([^.[\]]+)/gy;
/** A key of an object, or an index of a list. If the container is missing, `setPath` creates it of that kind. */
type PathKey = string | number;
const known = new Map<string, readonly PathKey[]>();
/** The max length of a cached path. A longer path comes from a response, not from a file, and would fill the cache. */
const MAX_KEPT = 200;

/** Parses `a.b`, `data[0].id`, `['@odata.nextLink']` or `$['a']['b']` to a list of keys. The empty path has no keys. */
export function pathKeys(path: string): readonly PathKey[] {
  const before = known.get(path);
  if (before) return before;
  const keys = [...path.replace(/^\$\.?/, '').matchAll(SEGMENT)].map(([, quoted, index, plain]) =>
    index === undefined ? (quoted ?? plain ?? '').replace(/\\(.)/g, '$1') : Number(index),
  );
  if (known.size < 10_000 && path.length <= MAX_KEPT) known.set(path, keys);
  return keys;
}

/**
 * The path as a provider file writes it: `meta.next`. A key with characters other than letters, digits, `_` and `-` is
 * put in brackets.
 */
export function writtenPath(keys: readonly PathKey[]): string {
  return keys.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`;
    if (!/^[\w-]+$/.test(key)) return `${path}['${key.replace(/['\\]/g, '\\$&')}']`;
    return path === '' ? key : `${path}.${key}`;
  }, '');
}

/** The value at a path, or undefined when something on the way is missing. */
export function getPath(value: Json | undefined, path: string): Json | undefined {
  let at: Json | undefined = value;
  for (const key of pathKeys(path)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonObject)[key];
  }
  return at;
}

/** The value at the first of `paths` where it is neither missing nor null; otherwise undefined. */
export function firstPath(value: Json | undefined, paths: string | readonly string[] | undefined): Json | undefined {
  for (const path of typeof paths === 'string' ? [paths] : (paths ?? [])) {
    const found = getPath(value, path);
    if (found !== undefined && found !== null) return found;
  }
  return undefined;
}

/** Sets a value at a path and creates the objects and lists on the way. */
export function setPath(target: JsonObject, path: string, value: Json): void {
  const keys = pathKeys(path);
  let at = target;
  for (const [index, key] of keys.slice(0, -1).entries()) at = child(at, key, keys[index + 1] as PathKey);
  setKey(at, keys.at(-1) ?? '', value);
}

/** Appends to the list at a path. Creates the list and the objects on the way. */
export function appendPath(target: JsonObject, path: string, item: Json): void {
  const list = getPath(target, path);
  if (Array.isArray(list)) list.push(item);
  else setPath(target, path, [item]);
}

function child(parent: JsonObject, key: PathKey, next: PathKey): JsonObject {
  const there = Object.hasOwn(parent, key) ? parent[key] : undefined;
  if (isObject(there) || Array.isArray(there)) return there as JsonObject;
  const made = (typeof next === 'number' ? [] : {}) as JsonObject;
  setKey(parent, key, made);
  return made;
}

/**
 * Sets a key. `__proto__` needs defineProperty, because an assignment would change the prototype. Every other key is
 * assigned, which is ten times faster.
 */
export function setKey(target: JsonObject, key: PathKey, value: Json): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
