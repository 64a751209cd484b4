import { fieldFinder, fieldKeys, type PathKey } from '../../../lib/fields/field_path.ts';
import { deliveredValue, mappingOf } from '../../../lib/fields/value_mapping.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import type { FieldSelection } from '../../../lib/read_plan/read_plan.ts';
import type { ProviderRecord } from '../answer/provider_record.ts';
import { setKey } from '../json_path.ts';

type DeliveredRecord = { fields: JsonObject; mappedFields: JsonObject; raw: Json };

/**
 * One entry of a message's `result`: selected fields by lower-case name, mapped fields by the builder's name, and raw.
 */
export function selectRecord(record: ProviderRecord, selection: FieldSelection): DeliveredRecord {
  const find = fieldFinder(record.fields);
  const fields: JsonObject = {};
  for (const name of selectedNames(record, selection)) {
    const value = find(name);
    if (value !== undefined) setKey(fields, name.toLowerCase(), translated(value, selection, name));
  }
  return { fields, mappedFields: mappedFields(find, selection), raw: record.raw };
}

/**
 * The message entry for a deleted record: its id and the data that the provider sent. `fields` is empty, so that no
 * receiver takes the remaining data for the record's current state.
 */
export function tombstoneOf({ id, deleted, raw }: Pick<ProviderRecord, 'id' | 'deleted' | 'raw'>): JsonObject {
  const deletedAt = deleted?.at ?? null;
  return { id, isDeleted: true, ...(deletedAt !== null && { deletedAt }), fields: {}, mappedFields: {}, raw };
}

function selectedNames(
  { fields }: ProviderRecord,
  { selectAll, unselectedFields = [], selectedFields, mappings }: FieldSelection,
): Iterable<string> {
  if (!selectAll) return selectedFields;
  const left = new Set(
    [...mappings.map(({ fieldName }) => fieldName), ...unselectedFields].map((it) => it.toLowerCase()),
  );
  return new Set([...Object.keys(fields).filter((key) => !left.has(key.toLowerCase())), ...selectedFields]);
}

function mappedFields(find: (name: string) => Json | undefined, selection: FieldSelection): JsonObject {
  const mapped: JsonObject = {};
  const made = new Set<Json>([mapped]);
  for (const { mapToName, fieldName } of selection.mappings) {
    const value = find(fieldName);
    if (value !== undefined)
      build(mapped, fieldKeys(mapToName), translated(value, selection, mapToName, fieldName), made);
  }
  return mapped;
}

function translated(value: Json, { valueMappings }: FieldSelection, ...names: string[]): Json {
  const mapping = valueMappings && mappingOf(valueMappings, ...names);
  return mapping ? deliveredValue(value, mapping) : value;
}

/**
 * Sets a value at a path and creates the objects and lists on the way. Never replaces an existing value, because it may
 * belong to the provider's record. (New configs with conflicting paths are refused; older configs may have them.)
 */
function build(target: JsonObject, keys: readonly PathKey[], value: Json, made: Set<Json>): void {
  let at: Json = target;
  for (const [i, key] of keys.entries()) {
    if (!made.has(at) || Array.isArray(at) !== (typeof key === 'number')) return;
    const container = at as JsonObject;
    const isThere = Object.hasOwn(container, key) && container[key] !== undefined;
    if (i === keys.length - 1) {
      if (!isThere) setKey(container, key, value);
      return;
    }
    if (!isThere) {
      const empty = (typeof keys[i + 1] === 'number' ? [] : {}) as Json;
      made.add(empty);
      setKey(container, key, empty);
    }
    at = container[key] as Json;
    if (!isObject(at) && !Array.isArray(at)) return;
  }
}
