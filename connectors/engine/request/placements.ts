/**
 * The variable parts of a request (page size, fields, time bounds, filters, paging) and the place of each in the
 * request.
 */
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { fromIso, toIso } from '../../../lib/time/iso.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import type { Paging, Slot } from '../file/paging_facts.ts';
import type { Bound, ReadSpec } from '../file/provider.ts';
import { appendPath, setPath } from '../json_path.ts';
import type { Step } from '../paging/step.ts';
import type { PlaceholderValues } from './fill_texts.ts';
import { objectType } from './object_spelling.ts';
import { planFilters } from './pushed_filters.ts';
import type { ReadTarget } from './read_target.ts';
import { selectedFields } from './selected_fields.ts';
import { formatTime } from './time_format.ts';
import { maxOnPage } from './wants_detail.ts';
import { whereText } from './where.ts';

/** A request before the connection's credentials are attached. */
export type Draft = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
  body?: JsonObject;
  /** The body's format. Default: JSON. */
  send?: ReadSpec['send'];
  /** Equals signs in URL values are not percent-encoded. */
  verbatim?: boolean;
};
type Placement = { slot: Slot; value: Json; field?: string };

/** The variable parts of a request, in the order of application. Paging comes last, so it overrides everything else. */
export function placements(target: ReadTarget, spec: ReadSpec, step: Step | null, now: number): Placement[] {
  const { pageSize, fields, filters, where } = spec;
  const placed: Placement[] = [];
  const size = pageSizeOf(target, spec);
  if (pageSize && size !== null) placed.push({ slot: pageSize, value: size });
  const names = selectedFields(spec, target);
  if (fields && names !== null) placed.push({ slot: fields, value: names });
  placed.push(
    ...boundPlacements(spec.since, time(target.since, spec.since, -1), now),
    ...boundPlacements(spec.until, time(target.until, spec.until, 1), now),
  );
  const { pushed } = planFilters(spec, target.filters);
  if (where) {
    const text = whereText(where, { since: target.since, until: target.until, filters: filters ? [] : pushed }, now);
    if (text !== '') placed.push({ slot: where, value: text });
  }
  if (filters)
    placed.push(...pushed.map(({ fieldName, value }) => ({ slot: filters, value: value as Json, field: fieldName })));
  return [...placed, ...onward(step, spec)];
}

/** The page size of the request; null when it has none. */
export function pageSizeOf(target: ReadTarget, spec: ReadSpec): number | null {
  return spec.pageSize ? Math.min(target.pageSize ?? spec.pageSize.default, maxOnPage(spec, target)) : null;
}

/** The time bound, widened by the provider's time resolution (`coarseSeconds`). */
function time(asked: string | undefined, slot: Bound | undefined, outwards: 1 | -1): string | undefined {
  const ms = asked === undefined || !slot?.coarseSeconds ? null : fromIso(asked);
  return ms === null ? asked : toIso(ms + outwards * (slot?.coarseSeconds ?? 0) * 1000);
}

function boundPlacements(slot: Bound | undefined, time: string | undefined, now: number): Placement[] {
  if (!slot || (slot.param === undefined && slot.append === undefined)) return [];
  const value = time === undefined ? slot.otherwise : formatTime(time, slot, now);
  return value === undefined ? [] : [{ slot, value }];
}

function onward(step: Step | null, { paging = [] }: ReadSpec): Placement[] {
  const ways = [paging].flat() as Paging[];
  if (step === null) return ways.flatMap(starting);
  if ('url' in step) return [];
  const set = Object.entries(step.set).map(([param, value]) => ({ slot: { param, in: step.in }, value }));
  const windowed = ways.find((way) => way.kind === 'cursor' && way.window);
  const beyond = step.beyond !== undefined && windowed?.kind === 'cursor' ? windowed.window : undefined;
  return beyond ? [...set, { slot: beyond, value: step.beyond as string }] : set;
}

/** The paging values of the first page. Parameters are omitted; only placeholders in texts need a first value. */
function starting(way: Paging): Placement[] {
  if (!('param' in way) || way.in !== 'text') return [];
  const first = way.kind === 'offset' ? (way.first ?? 0) : way.kind === 'page' ? (way.first ?? 1) : '';
  return [{ slot: { param: way.param, in: 'text' }, value: first }];
}

/** The values of the placeholders in the object's query and body texts. Throws ProviderFailure `notFound`. */
export function placeholderValues({ name, spec }: ObjectPlan, placed: readonly Placement[]): PlaceholderValues {
  const filled = placed.filter(({ slot }) => slot.in === 'text').map(({ slot, value }) => [slot.param ?? '', value]);
  const empty = [spec.where, spec.fields].flatMap((slot) =>
    slot?.in === 'text' && slot.param ? [[slot.param, '']] : [],
  );
  const needsName = [...Object.values(spec.query ?? {}), JSON.stringify(spec.body ?? {})].some((text) =>
    /\{object(Type)?\}/.test(String(text)),
  );
  if (needsName && !/^[A-Za-z][\w.-]*$/.test(name))
    throw new ProviderFailure('notFound', `"${name.slice(0, 60)}" is not a valid object name.`);
  return Object.fromEntries([
    ...empty,
    ['object', name],
    ['objectType', objectType(name)],
    ...Object.entries(spec.texts ?? {}),
    ...filled,
  ]) as PlaceholderValues;
}

export function placeValue(draft: Draft, slot: Slot, value: Json, field = ''): void {
  if (slot.append) return appendPath((draft.body ??= {}), slot.append, fillItem(slot.item ?? null, value, field));
  const param = (slot.param ?? '').replace('{field}', () => field);
  if (slot.in === 'header') return void (draft.headers[param] = headerText(value));
  const isBody = (slot.in ?? (draft.method === 'POST' ? 'body' : 'query')) === 'body';
  if (isBody) setPath((draft.body ??= {}), param, value);
  else draft.url.searchParams.set(param, Array.isArray(value) ? value.join(',') : (scalarText(value) ?? ''));
}

function headerText(value: Json): string {
  const text = scalarText(value) ?? '';
  if (/^[\t\x20-\x7e]*$/.test(text)) return text;
  throw new ProviderFailure('badRequest', 'A header value must consist of printable ASCII characters.');
}

/** Fills `{value}` and `{field}` in the template of a list item. */
function fillItem(item: Json, value: Json, field: string): Json {
  if (item === '{value}') return value;
  if (item === '{field}') return field;
  if (Array.isArray(item)) return item.map((part) => fillItem(part, value, field));
  if (typeof item !== 'object' || item === null) return item;
  return Object.fromEntries(
    Object.entries(item as JsonObject).map(([key, part]) => [key, fillItem(part, value, field)]),
  );
}
