import type { ValueType } from '../../../lib/fields/field_metadata.ts';
import { isObject, type JsonObject } from '../../../lib/json/json.ts';

/**
 * A custom field that was created at run time: the request as it was sent, and the parts that the lab understands.
 * `isNative`: the definition has the form of the field descriptions, so a description repeats it.
 */
export type MadeField = { name: string; label: string; type: ValueType; definition: JsonObject; isNative: boolean };

/** The custom fields, groups and permission sets that were created at one simulated provider. */
export type MadeFields = {
  of(object: string): MadeField[];
  find(object: string, name: string): MadeField | undefined;
  put(object: string, field: MadeField): void;
  /** Named things beside fields: groups of fields, permission sets. */
  others: Map<string, JsonObject>;
};

export function createMadeFields(): MadeFields {
  const fields = new Map<string, Map<string, MadeField>>();
  const at = (object: string) => fields.get(object.toLowerCase()) ?? new Map<string, MadeField>();
  return {
    of: (object) => [...at(object).values()],
    find: (object, name) => at(object).get(name.toLowerCase()),
    put(object, field) {
      fields.set(object.toLowerCase(), at(object).set(field.name.toLowerCase(), field));
    },
    others: new Map(),
  };
}

/** The value type whose template fits a definition: all its fixed values are in the definition. */
export function typeOf(definition: JsonObject, types: Partial<Record<ValueType, JsonObject>>): ValueType {
  const fits = (template: JsonObject) =>
    Object.entries(template).every(
      ([key, value]) => typeof value !== 'string' || value.includes('{') || definition[key] === value,
    );
  const found = Object.entries(types).find(([, template]) => isObject(template) && fits(template));
  return (found?.[0] ?? 'string') as ValueType;
}
