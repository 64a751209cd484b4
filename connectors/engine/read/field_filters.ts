/**
 * Field filters: a read delivers only the records in which every filtered field has the requested value.
 *
 * Filters are pushed to the provider where its file declares how. The engine applies all others itself, and those that
 * the provider matches loosely. So every filter works with every provider, only at a higher cost.
 *
 * A filter is not pushed in three cases. Its field is nested, unless a query language can express `$['a']['b']`. Its
 * value is null, unless the query language has a `filterNull`, because providers differ in what null means. Or the file
 * lists the fields that can be filtered (`only`), and this one is not among them.
 */
import { decimalForm } from '../../../lib/json/decimal.ts';
import { ExactNumber } from '../../../lib/json/exact_number.ts';
import { isObject, type Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { fieldFinder, fieldPath } from '../../../lib/fields/field_path.ts';
import type { FilterSlot } from '../file/paging_facts.ts';
import type { ReadSpec } from '../file/provider.ts';
import type { FilterValue, Where } from '../file/query_facts.ts';
import type { ProviderRecord } from './read_target.ts';

export type FieldFilter = { fieldName: string; value: FilterValue };

/** `pushed`: filters sent to the provider. `here`: filters applied by the engine. If the provider's matching is inexact (`loose`), a non-null filter is in both. */
export type FilterPlan = { pushed: readonly FieldFilter[]; here: readonly FieldFilter[] };

export function planFilters({ filters: slot, where }: ReadSpec, asked: readonly FieldFilter[] = []): FilterPlan {
  const takes = (filter: FieldFilter) => (slot ? isPushed(filter, slot) : where !== undefined && isSaid(filter, where));
  const { only, loose } = slot ?? where ?? {};
  return {
    pushed: asked.filter(takes).map((filter) => ({ ...filter, fieldName: spelledAs(filter.fieldName, only) })),
    // A pushed null filter is not checked again: many providers return an empty text instead of null.
    here: asked.filter((filter) => !takes(filter) || (loose && filter.value !== null)),
  };
}

/** The fields that the response must contain so that the engine can apply its filters. */
export function filteredFields(spec: ReadSpec, asked: readonly FieldFilter[] | undefined): string[] {
  return planFilters(spec, asked).here.map(({ fieldName }) => fieldName);
}

export function matching(
  records: ProviderRecord[],
  { pushed, here: filters }: FilterPlan,
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
 * The value of a field behind a reference. Many responses contain only the reference as an object, or the field under
 * its dotted name. For a bare reference the provider's own filter is trusted.
 */
function aroundOf(find: (name: string) => Json | undefined, name: string): Json | undefined {
  const keys = fieldPath(name) ?? name.split('.');
  return find(keys.join('.')) ?? find(String(keys[0]));
}

/**
 * Whether a field has the wanted value. Texts are compared exactly, numbers by value at any length. Many providers
 * write numbers and booleans as text, so these also match their text. A list matches if one entry does. Null matches a
 * missing value.
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

function isPushed({ fieldName, value }: FieldFilter, { only }: FilterSlot): boolean {
  return value !== null && fieldPath(fieldName) === null && isAmong(only, fieldName);
}

function isSaid({ fieldName, value }: FieldFilter, { filter, filterNull, only }: Where): boolean {
  return isAmong(only, fieldName) && (value === null ? filterNull : filter) !== undefined;
}

function isAmong(only: readonly string[] | undefined, name: string): boolean {
  return only === undefined || only.some((other) => isSameName(other, name));
}

/** The provider's spelling of a field name. Names match without case. */
function spelledAs(name: string, only: readonly string[] = []): string {
  return only.includes(name) ? name : (only.find((other) => isSameName(other, name)) ?? name);
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
