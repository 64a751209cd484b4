import type { FieldMetadata, ValueType } from '../../../lib/fields/field_metadata.ts';
import { keyPath } from '../../../lib/fields/field_path.ts';
import { ExactNumber } from '../../../lib/json/exact_number.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { titleCase } from './field_metadata.ts';

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|[+-]\d\d:?\d\d))?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/**
 * Infers the fields of an object from sample records: their names, and types from their values. A single record may
 * lack fields without a value, so the fields of all samples are merged. Each field gets the type that covers all its
 * values.
 */
export function inferFields(records: readonly JsonObject[]): FieldMetadata[] {
  const types = new Map<string, InferredType>();
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

/** The scalar values inside a nested object. They become fields named `$['group']['key']`. */
function nested(group: JsonObject): [string, Json][] {
  return Object.entries(group).filter(
    ([, value]) => typeof value !== 'object' || value === null || value instanceof ExactNumber,
  );
}

function typeOf(value: Json): InferredType {
  if (value === null) return null;
  if (value === '') return 'blank';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  if (value instanceof ExactNumber) return /^-?\d+$/.test(value.text) ? 'int' : 'float';
  if (typeof value !== 'string') return 'other';
  if (DATE.test(value)) return 'date';
  return TIME.test(value) ? 'datetime' : 'string';
}

/** Null: no value seen. `blank`: only empty strings seen, which can mean "no value" in a field of any type. */
type InferredType = ValueType | 'blank' | null;

const WIDER: readonly (readonly ValueType[])[] = [
  ['int', 'float'],
  ['date', 'datetime', 'string'],
];

/** The narrowest type that covers the values of `one` and of `other`. */
function covering(one: InferredType, other: InferredType): InferredType {
  if (one === null || other === null || one === other) return one ?? other;
  if (one === 'blank' || other === 'blank') return one === 'blank' ? other : one;
  const order = WIDER.find((types) => types.includes(one) && types.includes(other));
  return order?.[Math.max(order.indexOf(one), order.indexOf(other))] ?? 'other';
}
