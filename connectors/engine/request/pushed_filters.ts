/**
 * Field filters: a read delivers only the records in which every filtered field has the requested value.
 *
 * The engine sends a filter to the provider ("pushes" it) if the provider file declares how. The engine itself applies
 * the other filters, and filters that the provider matches loosely. So every filter works with every provider.
 *
 * A filter is not pushed if:
 * - its field is nested, unless a query language can express `$['a']['b']`;
 * - its value is null, unless the query language has a `filterNull`, because providers differ in what null means;
 * - the file lists the fields that can be filtered (`only`), and the field is not in the list.
 */
import { fieldPath } from '../../../lib/fields/field_path.ts';
import type { FilterSlot } from '../file/paging_facts.ts';
import type { ReadSpec } from '../file/provider.ts';
import type { FilterValue, Where } from '../file/query_facts.ts';

export type FieldFilter = { fieldName: string; value: FilterValue };

/**
 * `pushed`: filters sent to the provider. `byEngine`: filters applied by the engine. A pushed filter is in both lists
 * if the provider's matching is inexact (`loose`) and the value is not null.
 */
export type FilterPlan = { pushed: readonly FieldFilter[]; byEngine: readonly FieldFilter[] };

export function planFilters({ filters: slot, where }: ReadSpec, asked: readonly FieldFilter[] = []): FilterPlan {
  const takes = (filter: FieldFilter) => (slot ? isPushed(filter, slot) : where !== undefined && isSaid(filter, where));
  const { only, loose } = slot ?? where ?? {};
  return {
    pushed: asked.filter(takes).map((filter) => ({ ...filter, fieldName: spelledAs(filter.fieldName, only) })),
    // A pushed null filter is not checked again: many providers return an empty text instead of null.
    byEngine: asked.filter((filter) => !takes(filter) || (loose && filter.value !== null)),
  };
}

/** The fields that the response must contain so that the engine can apply its filters. */
export function filteredFields(spec: ReadSpec, asked: readonly FieldFilter[] | undefined): string[] {
  return planFilters(spec, asked).byEngine.map(({ fieldName }) => fieldName);
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

/** The provider's spelling of a field name. Upper and lower case are not distinguished. */
function spelledAs(name: string, only: readonly string[] = []): string {
  return only.includes(name) ? name : (only.find((other) => isSameName(other, name)) ?? name);
}

export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
