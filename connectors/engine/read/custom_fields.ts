/**
 * Adds custom fields to a record under their display names. Providers store custom fields under opaque keys: in a list
 * of keys and values, in an object, or among the record's own fields. A standard field wins over a custom field of the
 * same name. If the names come from another endpoint, it is called only when a wanted field is not a standard field.
 */
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import type { ProviderRecord } from '../answer/provider_record.ts';
import type { CustomFieldNames, CustomFields } from '../file/record_facts.ts';
import { getPath } from '../json_path.ts';
import type { ReadTarget } from '../request/read_target.ts';

/** Reads the entries that contain the names of the custom fields. */
type ListNames = (facts: CustomFieldNames) => Promise<readonly Json[]>;

export async function nameCustomFields(
  records: ProviderRecord[],
  facts: CustomFields | undefined,
  target: Pick<ReadTarget, 'fields' | 'filters'>,
  list: ListNames,
): Promise<ProviderRecord[]> {
  if (!facts || !needsNames(records, target)) return records;
  const names = facts.names && namesByKey(facts.names, await list(facts.names));
  return records.map((record) => ({ ...record, fields: { ...namedFields(record, facts, names), ...record.fields } }));
}

function needsNames(
  records: readonly ProviderRecord[],
  { fields, filters = [] }: Pick<ReadTarget, 'fields' | 'filters'>,
) {
  const first = records[0];
  if (!first) return false;
  const own = new Set(Object.keys(first.fields).map((key) => key.toLowerCase()));
  return [...fields, ...filters.map(({ fieldName }) => fieldName)].some(
    (field) => !field.startsWith('$[') && !own.has(field.toLowerCase()),
  );
}

function namesByKey({ key, name, prefix = '' }: CustomFieldNames, list: readonly Json[]): Map<string, string> {
  return new Map(
    list.flatMap((entry) => {
      const [found, text] = [scalarText(getPath(entry, key)), scalarText(getPath(entry, name))];
      return found && text ? [[prefix + found, text]] : [];
    }),
  );
}

function namedFields(record: ProviderRecord, facts: CustomFields, names: Map<string, string> | undefined): JsonObject {
  const named = entriesOf(record.raw, facts).flatMap(([key, value]) => {
    const name = names ? names.get(key) : key;
    return name ? [[name, value] as const] : [];
  });
  return Object.fromEntries(named);
}

function entriesOf(raw: Json, { from, key = 'id', value = 'value' }: CustomFields): [string, Json][] {
  const group = from === undefined ? raw : getPath(raw, from);
  if (isObject(group)) return Object.entries(group);
  return (Array.isArray(group) ? group : []).flatMap((entry): [string, Json][] => {
    const found = scalarText(getPath(entry, key));
    return found === null ? [] : [[found, getPath(entry, value) ?? null]];
  });
}
