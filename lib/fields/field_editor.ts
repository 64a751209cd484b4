import { isObject, type Json, type JsonObject } from '../json/json.ts';
import { fieldPath, type PathKey } from './field_path.ts';

/** Reads, removes and sets the fields of a record by name or path. Paths address nested fields. */
export type FieldEditor = {
  /** The edited copy of the record. The given record is not changed. */
  readonly record: JsonObject;
  /** The value of a field. Ignores the case of names unless `isExact`. */
  find(name: string, options?: { isExact?: boolean }): Json | undefined;
  /**
   * Removes a field, and without `isExact` every field whose name differs only in case. An object or list that becomes
   * empty is removed too. Returns the value; undefined if the record does not have the field.
   */
  take(name: string, options?: { isExact?: boolean }): Json | undefined;
  /**
   * Sets a field, and creates the objects and lists around it. Returns false and changes nothing if another value is
   * where an object or list must be.
   */
  put(name: string, value: Json): boolean;
};

type FieldContainer = JsonObject | Json[];
/**
 * The names in an object, by lower-case name. `count`: the number of names, because counting them for each field takes
 * long.
 */
type NameSpellings = { byLower: Map<string, string[]>; count: number };
/** A container and a key in it. */
type FieldPlace = { at: FieldContainer; key: PathKey };

export function fieldEditor(given: JsonObject): FieldEditor {
  const record = deepCopy(given) as JsonObject;
  /** An index of field names per container, so that a record with many fields is not searched for each field. */
  const spellings = new Map<FieldContainer, NameSpellings>();
  return {
    record,
    find(name, { isExact = false } = {}) {
      const [{ at, key } = {}] = placesOf(name, isExact).map((way) => way.at(-1));
      return at === undefined || key === undefined ? undefined : valueAt(at, key);
    },
    take(name, { isExact = false } = {}) {
      const ways = placesOf(name, isExact);
      const [{ at, key } = {}] = ways.map((way) => way.at(-1));
      const value = at === undefined || key === undefined ? undefined : valueAt(at, key);
      for (const way of ways) remove(way);
      return value;
    },
    put(name, value) {
      const keys = keysIn(name);
      if (!hasRoom(keys)) return false;
      let at: FieldContainer = record;
      for (const [i, key] of keys.entries()) {
        const own = keyIn(at, key);
        const isLast = i === keys.length - 1;
        const there = isLast ? value : (valueAt(at, own) ?? ((typeof keys[i + 1] === 'number' ? [] : {}) as Json));
        set(at, own, there);
        if (!isLast) at = there as FieldContainer;
      }
      return true;
    },
  };

  /** The keys to a field. If the record has a field with exactly this name, the name is not read as a path. */
  function keysIn(name: string): readonly PathKey[] {
    return Object.hasOwn(record, name) ? [name] : (fieldPath(name) ?? [name]);
  }

  /** The paths of all fields with this name. There are several when names differ only in case. */
  function placesOf(name: string, isExact: boolean): FieldPlace[][] {
    let ways: { at: Json | undefined; way: FieldPlace[] }[] = [{ at: record, way: [] }];
    for (const key of keysIn(name))
      ways = ways.flatMap(({ at, way }) =>
        isContainer(at)
          ? spelledKeys(at, key, isExact).map((own) => ({ at: valueAt(at, own), way: [...way, { at, key: own }] }))
          : [],
      );
    return ways.map(({ way }) => way);
  }

  function spelledKeys(at: FieldContainer, key: PathKey, isExact: boolean): PathKey[] {
    if (Array.isArray(at) !== (typeof key === 'number')) return [];
    const has = Object.hasOwn(at, key);
    if (isExact || typeof key === 'number') return has ? [key] : [];
    const all = namesOf(at).byLower.get(key.toLowerCase()) ?? [];
    return has ? [key, ...all.filter((one) => one !== key)] : all;
  }

  function keyIn(at: FieldContainer, key: PathKey): PathKey {
    return spelledKeys(at, key, false)[0] ?? key;
  }

  function namesOf(at: FieldContainer): NameSpellings {
    const known = spellings.get(at);
    if (known) return known;
    const names: NameSpellings = { byLower: new Map(), count: 0 };
    for (const name of Object.keys(at)) noteSpelling(names, name);
    spellings.set(at, names);
    return names;
  }

  function hasRoom(keys: readonly PathKey[]): boolean {
    let at: Json | undefined = record;
    for (const key of keys) {
      if (at === undefined || at === null) return true;
      if (!isContainer(at) || Array.isArray(at) !== (typeof key === 'number')) return false;
      at = valueAt(at, keyIn(at, key));
    }
    return true;
  }

  /**
   * Sets a member. Fills a list with null up to the index, because JSON has no gaps. `__proto__` is an ordinary name.
   */
  function set(at: FieldContainer, key: PathKey, value: Json): void {
    if (Array.isArray(at)) while (at.length < Number(key)) at.push(null);
    else if (!Object.hasOwn(at, key)) noteSpelling(namesOf(at), String(key));
    Object.defineProperty(at, key, { value, writable: true, enumerable: true, configurable: true });
  }

  function remove(way: readonly FieldPlace[]): void {
    for (const { at, key } of way.toReversed()) {
      if (Array.isArray(at)) at.splice(Number(key), 1);
      else {
        const names = namesOf(at);
        delete at[key];
        const lower = String(key).toLowerCase();
        names.byLower.set(lower, names.byLower.get(lower)?.filter((one) => one !== key) ?? []);
        names.count -= 1;
      }
      const left = Array.isArray(at) ? at.length : namesOf(at).count;
      if (left > 0) return;
    }
  }
}

function noteSpelling(names: NameSpellings, name: string): void {
  const lower = name.toLowerCase();
  names.byLower.set(lower, [...(names.byLower.get(lower) ?? []), name]);
  names.count += 1;
}

function valueAt(at: FieldContainer, key: PathKey): Json | undefined {
  return Object.hasOwn(at, key) ? (at as JsonObject)[key] : undefined;
}

function isContainer(value: Json | undefined): value is FieldContainer {
  return Array.isArray(value) || isObject(value);
}

/** A deep copy. Exact numbers are shared, because they are immutable. */
function deepCopy(value: Json): Json {
  if (Array.isArray(value)) return value.map(deepCopy);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deepCopy(inner)]));
}
