import { keyPath } from '../../../lib/fields/field_path.ts';
import { ExactNumber } from '../../../lib/json/exact_number.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import type { ValueType } from '../file/field_facts.ts';
import { titleCase, type FieldMetadata } from './field_metadata.ts';

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|[+-]\d\d:?\d\d))?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * What records tell of the fields of their object: names, and types as far as their values show them. One record leaves
 * out what it has no value for, so several are looked at: the fields are those of all, each with the type that covers
 * all of its values.
 */
export function inferFields(records: readonly JsonObject[]): FieldMetadata[] {
  const types = new Map<string, Told>();
  const see = (name: string, value: Json) => types.set(name, covering(types.get(name) ?? null, typeOf(value)));
  for (const record of records)
    for (const [name, value] of Object.entries(record)) {
      see(name, value);
      if (isObject(value)) for (const [key, inner] of nested(value)) see(`$${keyPath(name)}${keyPath(key)}`, inner);
    }
  return [...types].map(([fieldName, valueType]) => ({
    fieldName,
    displayName: titleCase(fieldName),
    valueType: valueType === 'blank' ? 'string' : (valueType ?? 'other'),
    isSampled: true,
  }));
}

/** One level down, under the names by which such a field can be chosen. */
function nested(group: JsonObject): [string, Json][] {
  return Object.entries(group).filter(
    ([, value]) => typeof value !== 'object' || value === null || value instanceof ExactNumber,
  );
}

function typeOf(value: Json): Told {
  if (value === null) return null;
  if (value === '') return 'blank';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  if (value instanceof ExactNumber) return /^-?\d+$/.test(value.text) ? 'int' : 'float';
  if (typeof value !== 'string') return 'other';
  if (DATE.test(value)) return 'date';
  return TIME.test(value) ? 'datetime' : 'string';
}

/** Null: there was no value. The empty text may be one, or stand for none of any type. */
type Told = ValueType | 'blank' | null;

const WIDER: readonly (readonly ValueType[])[] = [
  ['int', 'float'],
  ['date', 'datetime', 'string'],
];

/** The type that holds values of both. */
function covering(one: Told, other: Told): Told {
  if (one === null || other === null || one === other) return one ?? other;
  if (one === 'blank' || other === 'blank') return one === 'blank' ? other : one;
  const order = WIDER.find((types) => types.includes(one) && types.includes(other));
  return order?.[Math.max(order.indexOf(one), order.indexOf(other))] ?? 'other';
}
