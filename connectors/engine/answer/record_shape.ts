/**
 * Entries of a list that are no records yet: wrapped below a key (`unwrap`), keyed by name instead of listed (`keyed`),
 * or rows of a table whose header stands elsewhere (`columns`).
 */
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { inferWrapper } from './infer.ts';
import { getPath } from '../json_path.ts';
import type { ObjectPlan } from '../objects/objects.ts';
import type { ReadSpec } from '../file/provider.ts';

export function shaped(
  list: Json[],
  { name, spec }: Pick<ObjectPlan, 'name' | 'spec'>,
  note: (n: string) => void,
): Json[] {
  const entries = spec.keyed === undefined ? list : list.map((entry) => named(entry, spec.keyed as string));
  if (spec.unwrap !== undefined)
    return entries.map((entry) => unwrapped(entry, [spec.unwrap as string | string[]].flat()));
  const wrapper = inferWrapper(entries, name, spec.id);
  if (wrapper === null) return entries;
  note(`each entry of "${name}" holds its record at ${wrapper}`);
  return entries.map((entry) => unwrapped(entry, [wrapper]));
}

/** The record below the first of the keys that is there; an entry without any is its own record rather than lost. */
function unwrapped(entry: Json, keys: readonly string[]): Json {
  for (const key of keys) {
    const inner = getPath(entry, key);
    if (inner !== undefined && inner !== null) return inner;
  }
  return entry;
}

/** A pair of a keyed list as one record; a list that is none after all stays. */
function named(entry: Json, field: string): Json {
  if (!Array.isArray(entry) || entry.length !== 2) return entry;
  const [key, value] = entry as [Json, Json];
  return isObject(value) ? { [field]: key, ...value } : { [field]: key, value };
}

/** Rows as objects, by the names in the header; without a path to one the first row is it. */
export function rowsAsObjects(
  rows: Json[],
  body: Json,
  { path, name, row: number }: NonNullable<ReadSpec['columns']>,
): Json[] {
  const header = path === undefined ? rows[0] : getPath(body, path);
  const names = (Array.isArray(header) ? header : []).map((column) =>
    scalarText(name === undefined ? column : getPath(column, name)),
  );
  return (path === undefined ? rows.slice(1) : rows).map((row, at) =>
    Array.isArray(row) ? { ...rowObject(row, names), ...(number !== undefined && { [number]: at + 1 }) } : row,
  );
}

function rowObject(row: Json[], names: readonly (string | null)[]): JsonObject {
  return Object.fromEntries(row.map((value, at) => [names[at] ?? `column${at + 1}`, value]));
}
