import { fieldFinder, fieldPath } from '../../../lib/fields/field_path.ts';
import { decimalForm } from '../../../lib/json/decimal.ts';
import { ExactNumber } from '../../../lib/json/exact_number.ts';
import { isObject, type Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import type { ProviderRecord } from '../answer/provider_record.ts';
import { type FieldFilter, type FilterPlan, isSameName } from '../request/pushed_filters.ts';

/**
 * Applies the filters that the provider does not apply: keeps the records in which each filtered field has its wanted
 * value.
 */
export function filterRecords(
  records: ProviderRecord[],
  { pushed, byEngine: filters }: FilterPlan,
  note: (text: string) => void,
): ProviderRecord[] {
  if (filters.length === 0 || records.length === 0) return records;
  const found = records.map(({ fields }) => fieldFinder(fields));
  const wanted = filters.map(({ fieldName, value }) => {
    const isPushed = pushed.some((other) => isSameName(other.fieldName, fieldName));
    const values = found.map((find) => find(fieldName) ?? (isPushed ? aroundOf(find, fieldName) : undefined));
    if (value !== null && values.every((at) => at === undefined))
      note(`no record of a page has the filtered field ${fieldName}`);
    return values.map((at) => hasValue(at, value) || (isPushed && isObject(at)));
  });
  return records.filter((_record, i) => wanted.every((holds) => holds[i]));
}

/**
 * The value to compare when a record lacks a nested field: the value under the field's dotted name (`owner.name`),
 * otherwise the outermost value (`owner`). If that is an object, it may be only a reference, so `filterRecords` trusts
 * the provider's filter.
 */
function aroundOf(find: (name: string) => Json | undefined, name: string): Json | undefined {
  const keys = fieldPath(name) ?? name.split('.');
  return find(keys.join('.')) ?? find(String(keys[0]));
}

/**
 * Whether a field has the wanted value. Texts are compared exactly, numbers by value at any length. Many providers
 * write numbers and booleans as text, so a number or boolean also matches its text. A list matches if one entry
 * matches. Null matches a missing value.
 */
export function hasValue(found: Json | undefined, wanted: FieldFilter['value']): boolean {
  if (found === undefined || found === null) return wanted === null;
  if (Array.isArray(found)) return found.some((entry) => hasValue(entry, wanted));
  const [one, other] = [scalarText(found), scalarText(wanted)];
  if (one === null || other === null) return false;
  if (one === other) return true;
  const isNumber = [found, wanted].some((value) => typeof value === 'number' || value instanceof ExactNumber);
  const number = isNumber ? decimalForm(one) : null;
  return number !== null && number === decimalForm(other);
}
