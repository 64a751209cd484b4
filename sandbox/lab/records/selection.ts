/** Selects the entries of a list that match a query, and the fields of a record. */

import type { ReadSpec } from '../../../connectors/engine/file/provider.ts';
import { getPath, pathKeys } from '../../../connectors/engine/json_path.ts';
import { hasValue } from '../../../connectors/engine/read/field_filters.ts';
import { isObject, type JsonObject } from '../../../lib/json/json.ts';
import type { ListQuery } from '../requests/list_query.ts';
import { isUntimed, recordOf } from './record_values.ts';
import type { Entry } from './shelf.ts';
import type { LabList } from './world.ts';

type Wanted = Pick<ListQuery, 'since' | 'until' | 'filters' | 'beyond'> & {
  /** As in ReadPlan (../requests/read_plan.ts). Default: no deleted records. */
  deleted?: 'too' | 'only' | undefined;
  /**
   * True for a request to the provider: a time bound then leaves out records that lack the time. False for the records
   * that a read must deliver, which include them.
   */
  isAsked?: boolean;
};
type Kept = { version: number; entries: Entry[] };
const kept = new WeakMap<LabList, Map<string, Kept>>();
const MAX_KEPT = 16;

/**
 * The matching entries, sorted by id, by update time if the query has a `since`, or newest first if the file declares
 * it. The last few results are cached until the list changes.
 */
export function selected(list: LabList, wanted: Wanted): Entry[] {
  const { since, until, filters, beyond, deleted, isAsked } = wanted;
  const key = JSON.stringify([since, until, filters, beyond, deleted, isAsked]);
  const shelf = kept.get(list) ?? new Map<string, Kept>();
  kept.set(list, shelf);
  const before = shelf.get(key);
  if (before && before.version === list.shelf.version) return before.entries;
  const entries = choose(list, wanted);
  if (shelf.size >= MAX_KEPT) shelf.clear();
  shelf.set(key, { version: list.shelf.version, entries });
  return entries;
}

function choose(list: LabList, { since, until, filters, beyond, deleted, isAsked }: Wanted): Entry[] {
  const isTimed = isAsked && (since !== null || until !== null);
  const behind = beyond === null ? -1 : (list.shelf.entries.find(({ id }) => id === beyond)?.index ?? -1);
  const found = list.shelf.entries.filter(
    (entry) =>
      (entry.isDeleted ? deleted !== undefined : deleted !== 'only') &&
      entry.index > behind &&
      (since === null || entry.updated >= since) &&
      !(isTimed && isUntimed(list.shape, entry)) &&
      (until === null || entry.updated <= until) &&
      filters.every(({ field, value }) => hasValue(fieldOf(list, entry, field), value)),
  );
  if (list.spec.since?.newestFirst) return found.sort((a, b) => b.updated - a.updated || b.index - a.index);
  return since === null ? found : found.sort((a, b) => a.updated - b.updated || a.index - b.index);
}

function fieldOf({ shape, facts, spec }: LabList, entry: Entry, field: string) {
  const record = recordOf(shape, entry, facts.name);
  if (Object.hasOwn(record, field)) return record[field];
  const group = (spec.flatten ?? []).map((path) => getPath(record, path)).find((one) => isObject(one) && field in one);
  return isObject(group) ? group[field] : getPath(record, field);
}

/** A record with the chosen fields and those that every response contains. */
export function chosenFields(record: JsonObject, fields: string[] | null, spec: ReadSpec): JsonObject {
  if (fields === null) return record;
  const chosen = new Set(fields.map((name) => name.split(spec.fields?.nestedBy || '\u0000')[0] ?? name));
  if (spec.flatten?.length) return withGroups(record, chosen, spec.flatten);
  const always = [
    spec.id,
    spec.updatedAt,
    spec.skip,
    spec.customFields?.from,
    spec.deleted?.when?.path,
    spec.deleted?.at,
  ]
    .flat()
    .flatMap((path) => headOf(path));
  for (const name of [...always, 'id']) chosen.add(name);
  return Object.fromEntries(Object.entries(record).filter(([key]) => chosen.has(key)));
}

function withGroups(record: JsonObject, chosen: ReadonlySet<string>, groups: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([key, part]) => [
      key,
      groups.includes(key) && isObject(part)
        ? Object.fromEntries(Object.entries(part).filter(([name]) => chosen.has(name)))
        : part,
    ]),
  );
}

function headOf(path: string | undefined): string[] {
  return path === undefined ? [] : [String(pathKeys(path)[0] ?? path)];
}
