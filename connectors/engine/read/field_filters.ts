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
import type { Json } from '../../../lib/json/json.ts';
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
  const pushed = asked.filter((filter) => (slot ? isPushed(filter, slot) : where && isSaid(filter, where)));
  const here = slot?.loose ? asked : asked.filter((filter) => !pushed.includes(filter));
  return { pushed, here };
}

/** The fields that must be in the answer for `here` to be told. */
export function filteredFields(spec: ReadSpec, asked: readonly FieldFilter[] | undefined): string[] {
  return planFilters(spec, asked).here.map(({ fieldName }) => fieldName);
}

export function matching(
  records: ProviderRecord[],
  filters: readonly FieldFilter[],
  note: (text: string) => void,
): ProviderRecord[] {
  if (filters.length === 0 || records.length === 0) return records;
  const found = records.map(({ fields }) => fieldFinder(fields));
  for (const { fieldName, value } of filters)
    if (value !== null && found.every((find) => find(fieldName) === undefined))
      note(`no record of a page has the field ${fieldName} that is filtered by`);
  return records.filter((_record, i) =>
    filters.every(({ fieldName, value }) => hasValue(found[i]?.(fieldName), value)),
  );
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
  if (value === null || fieldPath(fieldName) !== null) return false;
  return only === undefined || only.some((name) => name.toLowerCase() === fieldName.toLowerCase());
}

function isSaid({ fieldName, value }: FieldFilter, { filter, filterNull, only }: Where): boolean {
  const isListed = only === undefined || only.some((name) => name.toLowerCase() === fieldName.toLowerCase());
  return isListed && (value === null ? filterNull : filter) !== undefined;
}
