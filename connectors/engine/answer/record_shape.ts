/**
 * Turns list entries into records:
 * - `unwrap`: the record is the value of a key of the entry;
 * - `keyed`: the key of the entry is merged into its value;
 * - `columns`: the cells of a table row get the names in the header.
 */
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import type { ReadSpec } from '../file/provider.ts';
import { settingLine } from '../file/setting_line.ts';
import { getPath, pathKeys, writtenPath } from '../json_path.ts';
import { inferWrapper } from './infer.ts';

export function shapedRecords(
  list: Json[],
  { name, spec }: Pick<ObjectPlan, 'name' | 'spec'>,
  note: (n: string) => void,
): Json[] {
  const entries = spec.keyed === undefined ? list : list.map((entry) => named(entry, spec.keyed as string));
  if (spec.unwrap !== undefined)
    return entries.map((entry) => unwrapped(entry, [spec.unwrap as string | string[]].flat()));
  const wrapper = inferWrapper(entries, name, spec.id);
  if (wrapper === null) return entries;
  note(settingLine('unwrap', writtenPath(pathKeys(wrapper))));
  return entries.map((entry) => unwrapped(entry, [wrapper]));
}

/**
 * The record inside a list entry: the value of the first of `keys` that the entry has. An entry without any of the keys
 * is the record itself.
 */
function unwrapped(entry: Json, keys: readonly string[]): Json {
  for (const key of keys) {
    const inner = getPath(entry, key);
    if (inner !== undefined && inner !== null) return inner;
  }
  return entry;
}

/** Merges a `[key, value]` pair into one record. Returns anything else unchanged. */
function named(entry: Json, field: string): Json {
  if (!Array.isArray(entry) || entry.length !== 2) return entry;
  const [key, value] = entry as [Json, Json];
  return isObject(value) ? { [field]: key, ...value } : { [field]: key, value };
}

/** Rows as objects, keyed by the header. Without a `path` the first row is the header. */
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
