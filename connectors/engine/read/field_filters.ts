/**
 * Field filters: of the records of a read only those are delivered in which every named field has the asked value.
 *
 * The provider is asked to leave out the others where its file says how. What it can't be asked for, and what it takes
 * loosely, is left out here, record by record. So a filter holds whatever the provider is able to do; it only costs more.
 *
 * A filter is kept from the provider when its field lies inside another (only query languages have a word for
 * `$['a']['b']`), when it asks for fields without a value (each provider has its own idea of those, so a query language
 * needs a `filterNull`), and when the file lists the fields that can be filtered and it is none of them.
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

/** `pushed`: what the provider is asked for. `here`: what its answers are searched for; both, where it is loose. */
export type FilterPlan = { pushed: readonly FieldFilter[]; here: readonly FieldFilter[] };

export function planFilters({ filters: slot, where }: ReadSpec, asked: readonly FieldFilter[] = []): FilterPlan {
  const takes = (filter: FieldFilter) => (slot ? isPushed(filter, slot) : where !== undefined && isSaid(filter, where));
  const { only, loose } = slot ?? where ?? {};
  return {
    pushed: asked.filter(takes).map((filter) => ({ ...filter, fieldName: spelledAs(filter.fieldName, only) })),
    // What has no value the provider's own `filterNull` decides: many write an empty text there.
    here: asked.filter((filter) => !takes(filter) || (loose && filter.value !== null)),
  };
}

/** The fields that must be in the answer for `here` to be told. */
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
      note(`no record of a page has the field ${fieldName} that is filtered by`);
    return values.map((at) => hasValue(at, value) || (isPushed && isObject(at)));
  });
  return records.filter((_record, i) => wanted.every((holds) => holds[i]));
}

/**
 * Of a field behind a reference many answers hold the reference alone, as an object, or the field by its dotted name.
 * What an object leads to is not shown here: whether that matches, the provider that was asked knows.
 */
function aroundOf(find: (name: string) => Json | undefined, name: string): Json | undefined {
  const keys = fieldPath(name) ?? name.split('.');
  return find(keys.join('.')) ?? find(String(keys[0]));
}

/**
 * Text is compared letter by letter, numbers by their value however they are written and however long. Many providers
 * write numbers and booleans as text, so those match their text. Of a list one entry is enough; null is what has no value.
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

/** Names match whatever their case here; the provider gets the one that it knows. */
function spelledAs(name: string, only: readonly string[] = []): string {
  return only.includes(name) ? name : (only.find((other) => isSameName(other, name)) ?? name);
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
