import type { JsonObject } from '../../../lib/json/json.ts';
import type { ValueType } from '../file/field_facts.ts';

/** What is known of one field. What the provider does not say is left out. */
export type FieldMetadata = {
  /** As the provider writes it. */
  fieldName: string;
  displayName: string;
  valueType: ValueType;
  /** Left out where the type was inferred from records, or is known from the provider file. */
  providerType?: string;
  readOnly?: boolean;
  isCustom?: boolean;
  /** Whether a new record must have it. */
  isRequired?: boolean;
  referenceTo?: string[];
  values?: { value: string; displayValue: string }[];
  /** Nobody described it: name and type are what records show. */
  isSampled?: true;
};

export type ObjectMetadata = {
  /** As the provider file spells it. */
  name: string;
  displayName: string;
  fields: Record<string, FieldMetadata>;
};

/** `created_at`, `createdAt` and `$['owner']['name']` as people would write them: Created At, Owner Name. */
export function titleCase(name: string): string {
  const words = name
    .replace(/^\$|['[\]]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  return title || name;
}

/** Field names differ in case between a manifest and its provider. */
export function findField<T>(fields: Readonly<Record<string, T>>, name: string): T | undefined {
  if (Object.hasOwn(fields, name)) return fields[name];
  const lower = name.toLowerCase();
  const key = Object.keys(fields).find((one) => one.toLowerCase() === lower);
  return key === undefined ? undefined : fields[key];
}

/** A template without the keys whose placeholder has no value; `used` collects the placeholders that are in it. */
export function fillTemplate(template: JsonObject, values: JsonObject, used = new Set<string>()): JsonObject {
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, part]) => {
      const name = typeof part === 'string' ? /^\{(\w+)\}$/.exec(part)?.[1] : undefined;
      if (name === undefined) return [[key, part]];
      used.add(name);
      const value = values[name];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
