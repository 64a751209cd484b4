import { isObject, parseJson, stringifyJson, type Json } from '../../../lib/json/json.ts';

/**
 * How the records of a replay differ from those that were delivered. Records are told apart by their id; those without
 * one by their place among those without one. Counts of all, and the first hundred by name: which record, and which
 * of its fields; never a value.
 */
export type Difference = {
  added: number;
  removed: number;
  changed: number;
  same: number;
  /** On both sides, but what was delivered is no longer here to compare. */
  unknown: number;
  /** Calls answered by the same question's answer; and by that of another question to the same address. */
  exact: number;
  byOrder: number;
  changes: Change[];
};

export type Change = { id: string | null; change: 'added' | 'removed' | 'changed'; fields?: string[] };

/** `text` is null where it is gone. */
export type Compared = { id: string | null; text: string | null };

export const MAX_CHANGES = 100;
const MAX_FIELDS = 20;

export const NO_DIFFERENCE: Difference = {
  added: 0,
  removed: 0,
  changed: 0,
  same: 0,
  unknown: 0,
  exact: 0,
  byOrder: 0,
  changes: [],
};

export function plus(one: Difference, other: Difference): Difference {
  return {
    added: one.added + other.added,
    removed: one.removed + other.removed,
    changed: one.changed + other.changed,
    same: one.same + other.same,
    unknown: one.unknown + other.unknown,
    exact: one.exact + other.exact,
    byOrder: one.byOrder + other.byOrder,
    changes: [...one.changes, ...other.changes].slice(0, MAX_CHANGES),
  };
}

export function compare(before: readonly Compared[], after: readonly Compared[]): Difference {
  const found = { ...NO_DIFFERENCE, changes: [] as Change[] };
  const left = keyed(before);
  for (const [key, { id, text }] of keyed(after)) {
    const then = left.get(key);
    left.delete(key);
    if (!then) note(found, 'added', { id, change: 'added' });
    else if (then.text === null) found.unknown += 1;
    else if (then.text === text) found.same += 1;
    else note(found, 'changed', { id, change: 'changed', fields: changedFields(then.text, text ?? 'null') });
  }
  for (const { id } of left.values()) note(found, 'removed', { id, change: 'removed' });
  return found;
}

function note(found: Difference, count: 'added' | 'removed' | 'changed', change: Change): void {
  found[count] += 1;
  if (found.changes.length < MAX_CHANGES) found.changes.push(change);
}

/** A page may hold an id twice, and any number of records without one. */
function keyed(records: readonly Compared[]): Map<string, Compared> {
  const seen = new Map<string | null, number>();
  return new Map(
    records.map((record) => {
      const nth = (seen.get(record.id) ?? 0) + 1;
      seen.set(record.id, nth);
      return [JSON.stringify([record.id, nth]), record];
    }),
  );
}

/** `fields.email`, `mappedFields.name`, `raw.owner`: the parts of a record in which two of its texts differ. */
function changedFields(before: string, after: string): string[] {
  const [one, other] = [parseJson(before), parseJson(after)];
  const groups = namesOf(one, other);
  return groups
    .flatMap((group) => {
      const [a, b] = [partOf(one, group), partOf(other, group)];
      if (!isObject(a) || !isObject(b)) return textOf(a) === textOf(b) ? [] : [group];
      return namesOf(a, b)
        .filter((name) => textOf(partOf(a, name)) !== textOf(partOf(b, name)))
        .map((name) => `${group}.${name}`);
    })
    .slice(0, MAX_FIELDS);
}

function namesOf(one: Json, other: Json): string[] {
  return [...new Set([one, other].flatMap((part) => (isObject(part) ? Object.keys(part) : [])))];
}

function partOf(value: Json, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function textOf(value: Json | undefined): string {
  return value === undefined ? '' : stringifyJson(value);
}
