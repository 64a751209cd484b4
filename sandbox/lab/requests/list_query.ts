/** Parses a list request by inverting the file's slots: time bounds, filters, fields and page size. */

import type { Slot } from '../../../connectors/engine/file/paging_facts.ts';
import type { Bound, ReadSpec } from '../../../connectors/engine/file/provider.ts';
import type { TimeFormat } from '../../../connectors/engine/file/query_facts.ts';
import { getPath } from '../../../connectors/engine/json_path.ts';
import type { FieldFilter } from '../../../connectors/engine/request/pushed_filters.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { fromIso } from '../../../lib/time/iso.ts';
import { LabError } from '../lab_error.ts';
import { type LabRequest, parameterOf } from '../lab_request.ts';
import { whereBound, whereTimes } from './where_times.ts';

export type ListQuery = {
  /** The time bounds in Unix milliseconds, both inclusive. */
  since: number | null;
  until: number | null;
  filters: { field: string; value: FieldFilter['value'] }[];
  /** Null when the request names no fields. */
  fields: string[] | null;
  /** Only records after this id, for providers that limit the offset. */
  beyond: string | null;
  pageSize: number;
};

export function listQuery(spec: ReadSpec, request: LabRequest, usualSize: number, now: number): ListQuery {
  const { since, until } = whereTimes(spec.where, request);
  const lower = whereBound(spec.where, 'since') ?? {};
  const upper = whereBound(spec.where, 'until') ?? {};
  return {
    since: boundOf(spec.since, request, now) ?? timeOf(since, lower, now),
    until: endOf(spec.until, boundOf(spec.until, request, now)) ?? endOf(upper, timeOf(until, upper, now)),
    filters: filtersOf(spec, request),
    fields: fieldsOf(spec, request),
    beyond: beyondOf(spec, request),
    pageSize: sizeOf(spec, request, usualSize),
  };
}

/**
 * The values of one slot in a request: a parameter's value, or the values of all matching items of a list in the body.
 */
function slotValues(slot: Slot, request: LabRequest): { value: Json; field: string }[] {
  if (!slot.append) {
    if (slot.param?.includes('{field}')) return fieldParams(slot.param, request);
    const value = parameterOf(request, slot);
    return value === undefined || value === null ? [] : [{ value, field: '' }];
  }
  const list = getPath(request.json, slot.append);
  return (Array.isArray(list) ? list : []).flatMap((item) => unfilled(slot.item ?? null, item) ?? []);
}

function fieldParams(template: string, { url, json }: LabRequest): { value: Json; field: string }[] {
  const [before = '', after = ''] = template.split('{field}');
  const given: [string, Json][] = [...url.searchParams, ...Object.entries(json)];
  return given.flatMap(([name, value]) =>
    name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length
      ? [{ field: name.slice(before.length, name.length - after.length), value }]
      : [],
  );
}

/** Extracts `{value}` and `{field}` from an item by its template; null when the item does not match. */
function unfilled(template: Json, item: Json): { value: Json; field: string } | null {
  const found: { value: Json; field: string } = { value: null, field: '' };
  const fits = (wanted: Json, given: Json | undefined): boolean => {
    if (given === undefined) return false;
    if (wanted === '{value}') found.value = given;
    else if (wanted === '{field}') found.field = String(given);
    else if (Array.isArray(wanted))
      return (
        Array.isArray(given) && given.length === wanted.length && wanted.every((part, at) => fits(part, given[at]))
      );
    else if (isObject(wanted) && isObject(given))
      return Object.entries(wanted as JsonObject).every(([key, part]) => fits(part, given[key]));
    else return String(wanted) === String(given);
    return true;
  };
  return fits(template, item) ? found : null;
}

function boundOf(slot: Bound | undefined, request: LabRequest, now: number): number | null {
  if (!slot || (slot.param === undefined && slot.append === undefined)) return null;
  return timeOf(scalarText(slotValues(slot, request)[0]?.value), slot, now);
}

function timeOf(text: string | null, slot: Bound, now: number): number | null {
  if (text === null || text === '') return null;
  const ms = msOf(text, slot.format ?? 'rfc3339');
  if (ms === null) throw new LabError(400, `"${text}" is not a time in the format of this list.`);
  if (slot.minAgeSeconds !== undefined && ms > now - slot.minAgeSeconds * 1000)
    throw new LabError(422, `The start must be at least ${slot.minAgeSeconds} seconds ago.`);
  return ms;
}

function msOf(text: string, format: TimeFormat): number | null {
  if (format === 'utcNoZone') return /^\d{4}-\d\d-\d\dT[\d:]{8}$/.test(text) ? Date.parse(`${text}Z`) : null;
  if (format === 'unixSeconds' || format === 'unixMillis')
    return /^\d+$/.test(text) ? Number(text) * (format === 'unixSeconds' ? 1000 : 1) : null;
  if (format === 'date') return fromIso(`${text.slice(0, 10)}T00:00:00Z`);
  return fromIso(format === 'sqlUtc' ? `${text.replace(' ', 'T')}Z` : text);
}

/** The last millisecond that an upper bound includes: of its day for a date, of its second for a time in seconds. */
function endOf(slot: Bound | undefined, ms: number | null): number | null {
  if (ms === null) return null;
  if (slot?.format === 'date') return ms + 24 * 3_600_000 - 1;
  return ['unixMillis', 'rfc3339', 'rfc3339Utc'].includes(slot?.format ?? 'rfc3339') ? ms : ms + 999;
}

function filtersOf({ filters, since, until }: ReadSpec, request: LabRequest): ListQuery['filters'] {
  if (!filters) return [];
  const taken = [since, until].flatMap((slot) => (slot ? slotValues(slot, request) : []));
  return slotValues(filters, request).flatMap(({ value, field }) => {
    const isBound = taken.some(
      (bound) => bound.value === value && bound.field === field && filters.append === undefined,
    );
    return isBound ? [] : [{ field, value: scalarText(value) ?? '' }];
  });
}

function fieldsOf({ fields }: ReadSpec, request: LabRequest): string[] | null {
  // A GraphQL selection is not parsed. All fields are served, which includes the selected ones.
  const value = fields && fields.as !== 'graphql' && slotValues(fields, request)[0]?.value;
  if (value === undefined || value === false) return null;
  if (Array.isArray(value)) return value.map(String);
  return (scalarText(value) ?? '').split(fields?.joinedBy || ',').map((name) => name.trim());
}

function beyondOf({ paging }: ReadSpec, request: LabRequest): string | null {
  for (const way of [paging ?? []].flat()) {
    if (way.kind !== 'cursor' || !way.window) continue;
    const text = scalarText(slotValues(way.window, request)[0]?.value);
    if (text !== null) return text;
  }
  return null;
}

function sizeOf({ pageSize }: ReadSpec, request: LabRequest, usual: number): number {
  const asked = Number(scalarText(pageSize && slotValues(pageSize, request)[0]?.value) ?? NaN);
  if (!pageSize || Number.isNaN(asked)) return usual;
  if (!Number.isInteger(asked) || asked < 1)
    throw new LabError(400, 'The page size must be a whole number of at least 1.');
  return Math.min(asked, pageSize.max ?? Infinity);
}
