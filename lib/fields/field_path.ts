/**
 * Names of fields that lie inside others: `$['address']['city']`, `$['emails'][0]['value']`. Only a name that is such a
 * path from beginning to end is one; any other is the name of a field as it stands, dots and brackets included.
 *
 * In a path every name stands in quotes, single or double, where a backslash takes the next character as it is; a
 * number, 999 at most, is a place in a list.
 */
import { ExactNumber } from '../json/exact_number.ts';
import type { Json, JsonObject } from '../json/json.ts';

/** A name, or a place in a list. */
export type PathKey = string | number;

const STEP = /\[\s*(?:'([^'\\]*(?:\\.[^'\\]*)*)'|"([^"\\]*(?:\\.[^"\\]*)*)"|(\d{1,3}))\s*\]/gy;
const known = new Map<string, readonly PathKey[] | null>();
/** Longer names come out of answers; kept, they would fill the memory for good. */
const MOST_KEPT = 200;

/** The steps of a path; null for a name that is none. */
export function fieldPath(name: string): readonly PathKey[] | null {
  const before = known.get(name);
  if (before !== undefined) return before;
  const keys = name.startsWith('$[') ? stepsOf(name) : null;
  if (known.size < 10_000 && name.length <= MOST_KEPT) known.set(name, keys);
  return keys;
}

/** One step of a path like `$['owner']['name']`. */
export function keyPath(key: string): string {
  return `['${key.replace(/['\\]/g, '\\$&')}']`;
}

/** The steps to a field, whether its name is a path or not. */
export function fieldKeys(name: string): readonly PathKey[] {
  return fieldPath(name) ?? [name];
}

/** Whether a name was meant for a path and can't be read as one. */
export function isBrokenPath(name: string): boolean {
  return name.startsWith('$[') && fieldPath(name) === null;
}

/** The field at the top of the record that a name is in. */
export function topField(name: string): string {
  return String(fieldKeys(name)[0]);
}

/** Whether two places can't both be filled: one lies in the other, or one needs a list where the other needs names. */
export function areInEachOthersWay(one: string, other: string): boolean {
  const [shorter = [], longer = []] = [fieldKeys(one), fieldKeys(other)].sort((a, b) => a.length - b.length);
  const fork = shorter.findIndex((key, i) => key !== longer[i]);
  return fork === -1 || typeof shorter[fork] !== typeof longer[fork];
}

/** Finds fields by name: as it stands first, else whatever its case, on every level. */
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
  const steps = [...name.slice(1).matchAll(STEP)];
  const read = steps.reduce((sum, [text]) => sum + text.length, 0);
  if (read !== name.length - 1) return null;
  return steps.map(([, single, double, index]) =>
    index === undefined ? (single ?? double ?? '').replace(/\\(.)/g, '$1') : Number(index),
  );
}
