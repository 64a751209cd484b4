import { ExactNumber } from '../../lib/json/exact_number.ts';
import { keyPath } from '../../lib/fields/field_path.ts';
import { isObject, type Json } from '../../lib/json/json.ts';
import type { ValueType } from './field_facts.ts';
import { titleCase, type FieldMetadata } from './field_metadata.ts';

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|[+-]\d\d:?\d\d))?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** What one record tells of the fields of its object: names, and types as far as its values show them. */
export function inferFields(fields: Readonly<Record<string, Json>>): FieldMetadata[] {
  return Object.entries(fields).flatMap(([name, value]) => [
    field(name, value),
    ...(isObject(value) ? nested(name, value) : []),
  ]);
}

/** One level down, under the names by which such a field can be chosen. */
function nested(name: string, group: Readonly<Record<string, Json>>): FieldMetadata[] {
  return Object.entries(group)
    .filter(([, value]) => typeof value !== 'object' || value === null || value instanceof ExactNumber)
    .map(([key, value]) => field(`$${keyPath(name)}${keyPath(key)}`, value));
}

function field(fieldName: string, value: Json): FieldMetadata {
  return { fieldName, displayName: titleCase(fieldName), valueType: typeOf(value) };
}

function typeOf(value: Json): ValueType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  if (value instanceof ExactNumber) return /^-?\d+$/.test(value.text) ? 'int' : 'float';
  if (typeof value !== 'string') return 'other';
  if (DATE.test(value)) return 'date';
  return TIME.test(value) ? 'datetime' : 'string';
}
