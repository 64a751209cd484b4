import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { getPath, setPath } from './json_path.ts';
import type { ProviderRecord } from './read_target.ts';

export type Selection = {
  /** The provider's names, or `$['a']['b']` paths, of the fields delivered under their own name. */
  selectedFields: readonly string[];
  /** Every field that is not mapped. */
  selectAll: boolean;
  mappings: readonly { mapToName: string; fieldName: string }[];
  /** By provider field or mapped name: delivered value -> provider value. */
  valueMappings?: Record<string, Record<string, string>> | undefined;
};

export type DeliveredRecord = { fields: JsonObject; mappedFields: JsonObject; raw: Json };

/** One entry of a message's `result`: selected fields by lower-cased name, mapped fields by the builder's name, raw untouched. */
export function selectRecord(record: ProviderRecord, selection: Selection): DeliveredRecord {
  const find = fieldFinder(record.fields);
  const fields: JsonObject = {};
  for (const name of selectedNames(record, selection)) {
    const value = find(name);
    if (value !== undefined) fields[name.toLowerCase()] = delivered(value, selection.valueMappings?.[name]);
  }
  return { fields, mappedFields: mappedFields(find, selection), raw: record.raw };
}

function selectedNames(
  { fields }: ProviderRecord,
  { selectAll, selectedFields, mappings }: Selection,
): Iterable<string> {
  if (!selectAll) return selectedFields;
  const mapped = new Set(mappings.map(({ fieldName }) => fieldName.toLowerCase()));
  return new Set([...Object.keys(fields).filter((key) => !mapped.has(key.toLowerCase())), ...selectedFields]);
}

function mappedFields(
  find: (name: string) => Json | undefined,
  { mappings, valueMappings = {} }: Selection,
): JsonObject {
  const mapped: JsonObject = {};
  for (const { mapToName, fieldName } of mappings) {
    const value = find(fieldName);
    if (value === undefined) continue;
    const target = mapToName.startsWith('$[') ? mapToName : `['${mapToName.replace(/['\\]/g, '\\$&')}']`;
    setPath(mapped, target, delivered(value, valueMappings[mapToName] ?? valueMappings[fieldName]));
  }
  return mapped;
}

/** Names match as they stand first; manifests may write them in another case than the provider does. */
function fieldFinder(fields: JsonObject): (name: string) => Json | undefined {
  let lower: Map<string, Json> | undefined;
  return (name) => {
    if (name.startsWith('$[')) return getPath(fields, name);
    if (Object.hasOwn(fields, name)) return fields[name];
    lower ??= new Map(Object.entries(fields).map(([key, value]) => [key.toLowerCase(), value]));
    return lower.get(name.toLowerCase());
  };
}

/** The builder's word for the provider's value; values without one stay as they are. */
function delivered(value: Json, mapping: Record<string, string> | undefined): Json {
  if (!mapping) return value;
  if (Array.isArray(value)) return value.map((item) => delivered(item, mapping));
  const text = isObject(value) ? null : scalarText(value);
  if (text === null) return value;
  return Object.keys(mapping).find((word) => String(mapping[word]) === text) ?? value;
}
