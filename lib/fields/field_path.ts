/**
 * Paths of nested fields: `$['address']['city']`, `$['emails'][0]['value']`. A name is a path only if it matches this
 * syntax entirely; any other name is a plain field name, dots and brackets included.
 *
 * Path segments are names in single or double quotes, with backslash as escape character, or list indexes up to 999.
 */
import { ExactNumber } from '../json/exact_number.ts';
import type { Json, JsonObject } from '../json/json.ts';

/** A field name or a list index. */
export type PathKey = string | number;

const BRACKET_STEP = /\[\s*(?:'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)"|(\d{1,3}))\s*\]/gy;
const parsedPaths = new Map<string, readonly PathKey[] | null>();
const MAX_CACHED_PATHS = 10_000;
/** Max length of a cached name. Longer names come from provider answers and would fill the memory. */
const MAX_CACHED_LENGTH = 200;

/** The segments of a path; null when the name is not a path. */
export function fieldPath(name: string): readonly PathKey[] | null {
  const before = parsedPaths.get(name);
  if (before !== undefined) return before;
  const keys = name.startsWith('$[') ? stepsOf(name) : null;
  if (parsedPaths.size >= MAX_CACHED_PATHS) parsedPaths.clear();
  if (name.length <= MAX_CACHED_LENGTH) parsedPaths.set(name, keys);
  return keys;
}

/** A key as one segment of a path like `$['owner']['name']`: `['owner']`. */
export function keyPath(key: string): string {
  return `['${key.replace(/['\\]/g, '\\$&')}']`;
}

/** The segments to a field; one segment when the name is not a path. */
export function fieldKeys(name: string): readonly PathKey[] {
  return fieldPath(name) ?? [name];
}

/** Whether a name looks like a path but is not a valid path. */
export function isBrokenPath(name: string): boolean {
  return name.startsWith('$[') && fieldPath(name) === null;
}

/** The name of the top-level field that contains a field. */
export function topField(name: string): string {
  return String(fieldKeys(name)[0]);
}

/**
 * Whether two paths cannot both be set: one contains the other, or one needs a list where the other needs an object.
 */
export function areInConflict(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [fieldKeys(one), fieldKeys(other)].sort((a, b) => a.length - b.length);
  const fork = shorter.findIndex((key, i) => key !== longer[i]);
  return fork === -1 || typeof shorter[fork] !== typeof longer[fork];
}

/** Finds fields by exact name first, then case-insensitively, on every level. */
export function fieldFinder(fields: JsonObject): (name: string) => Json | undefined {
  const lower = new Map<JsonObject, Map<string, string>>();
  const step = (at: JsonObject, key: PathKey): Json | undefined => {
    if (Array.isArray(at) && typeof key !== 'number') return undefined;
    if (Object.hasOwn(at, key)) return at[key];
    if (typeof key === 'number') return undefined;
    let names = lower.get(at);
    if (!names) lower.set(at, (names = new Map(Object.keys(at).map((one) => [one.toLowerCase(), one]))));
    const found = names.get(key.toLowerCase());
    return found === undefined ? undefined : at[found];
  };
  return (name) => {
    const path = Object.hasOwn(fields, name) ? null : fieldPath(name);
    if (path === null) return step(fields, name);
    let at: Json | undefined = fields;
    for (const key of path) {
      if (typeof at !== 'object' || at === null || at instanceof ExactNumber) return undefined;
      at = step(at as JsonObject, key);
    }
    return at;
  };
}

function stepsOf(name: string): readonly PathKey[] | null {
  const steps = [...name.slice(1).matchAll(BRACKET_STEP)];
  const read = steps.reduce((sum, [text]) => sum + text.length, 0);
  if (read !== name.length - 1) return null;
  return steps.map(([, single, double, index]) =>
    index === undefined ? (single ?? double ?? '').replace(/\\(.)/g, '$1') : Number(index),
  );
}
