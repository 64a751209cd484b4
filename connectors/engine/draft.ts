import { fieldKeys } from '../../lib/fields/field_path.ts';
import type { OutboundRequest } from '../../lib/http/outbound.ts';
import type { Json, JsonObject } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { fromIso, toIso } from '../../lib/time/iso.ts';
import { ACCEPTED } from './answer_body.ts';
import { planFilters } from './field_filters.ts';
import { escapePath } from './escape_path.ts';
import { appendPath, getPath, setPath } from './json_path.ts';
import type { ObjectPlan } from './objects.ts';
import { withDefaults } from './oauth.ts';
import { withParent } from './parent_values.ts';
import type { Paging, Slot } from './paging_facts.ts';
import type { Bound, Provider, ReadSpec } from './provider.ts';
import type { ReadTarget } from './read_target.ts';
import { bodyText, CONTENT_TYPES } from './request_body.ts';
import type { Step } from './step.ts';
import { fillPath, fillText, fillUrl, type Variables } from './template.ts';
import { formatTime } from './time_format.ts';

/** A request before it is signed with the connection's credentials. */
export type Draft = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  url: URL;
  headers: Record<string, string>;
  body?: JsonObject;
  /** How the body is written; JSON. */
  send?: ReadSpec['send'];
};

/** The request for the page that `step` leads to; null means the first. */
export function draftOf(target: ReadTarget, plan: ObjectPlan, step: Step | null, now: number, parent?: Json): Draft {
  const { spec } = plan;
  const method = spec.method ?? 'GET';
  const url = step && 'url' in step ? new URL(step.url) : firstUrl(target, plan, parent);
  const draft: Draft = {
    method,
    url,
    headers: {
      Accept: ACCEPTED[spec.format ?? 'json'],
      ...target.provider.headers,
      ...withParent(spec.headers, parent),
    },
    ...(method === 'POST' && { body: structuredClone(withParent(spec.body, parent) ?? {}) }),
    ...(spec.send && { send: spec.send }),
  };
  if (!step || 'set' in step || method === 'POST') fillSlots(draft, target, spec, now);
  if (step && 'set' in step) applyStep(draft, step, spec);
  return draft;
}

function applyStep(
  draft: Draft,
  { set, in: place, beyond }: Exclude<Step, { url: string }>,
  { paging = [] }: ReadSpec,
): void {
  for (const [name, value] of Object.entries(set)) put(draft, { param: name, in: place }, value);
  const windowed = ([paging].flat() as Paging[]).find((way) => way.kind === 'cursor' && way.window);
  if (beyond !== undefined && windowed?.kind === 'cursor') put(draft, windowed.window ?? {}, beyond);
}

/** The finished request, credentials attached. */
export function signed({ method, url, headers, body, send }: Draft, { auth }: ReadTarget): OutboundRequest {
  const target = new URL(url);
  for (const [name, value] of Object.entries(auth.query)) target.searchParams.set(name, value);
  return {
    method,
    url: target.href,
    headers: { ...(body && { 'Content-Type': CONTENT_TYPES[send ?? 'json'] }), ...headers, ...auth.headers },
    ...(body && { body: bodyText(body, send) }),
  };
}

/** The provider's base URL for reading, or that of one object, without a slash at the end. */
export function baseUrl(provider: Provider, variables: Variables, own?: string): string {
  return fillUrl(own ?? provider.reading?.baseURL ?? provider.baseURL, withDefaults(provider, variables));
}

function firstUrl({ provider, variables }: ReadTarget, { name, spec, isLiteralPath }: ObjectPlan, parent?: Json): URL {
  const values = withDefaults(provider, variables);
  const base = baseUrl(provider, variables, spec.baseURL);
  const path = (isLiteralPath ? spec.path : fillPath(spec.path, values))
    .replaceAll('{object}', () => escapePath(name))
    .replace(/\{parent\.([^}]+)\}/g, (_all, key: string) => escapePath(scalarText(getPath(parent, key)) ?? ''));
  const url = new URL((isLiteralPath ? new URL(base).origin : base) + path);
  for (const [key, value] of Object.entries(withParent(spec.query, parent) ?? {}))
    url.searchParams.set(key, typeof value === 'string' ? fillText(value, values) : String(value));
  return url;
}

function fillSlots(draft: Draft, target: ReadTarget, spec: ReadSpec, now: number): void {
  const { pageSize, filters } = spec;
  if (pageSize) put(draft, pageSize, Math.min(target.pageSize ?? pageSize.default, pageSize.max ?? Infinity));
  const names = fieldNames(spec.fields, target.fields);
  if (spec.fields && names.length > 0)
    put(draft, spec.fields, spec.fields.joinedBy === undefined ? names : names.join(spec.fields.joinedBy));
  bound(draft, spec.since, time(target.since, spec.since, -1), now);
  bound(draft, spec.until, time(target.until, spec.until, 1), now);
  for (const { fieldName, value } of planFilters(spec, target.filters).pushed)
    put(draft, filters ?? {}, value, fieldName);
}

/** The names to ask for; none asks for everything that the provider gives unasked. */
function fieldNames(facts: ReadSpec['fields'], wanted: readonly string[]): string[] {
  const { always = [], otherwise = [], nestedBy } = facts ?? {};
  const asked = wanted.map((name) => {
    const keys = fieldKeys(name);
    return nestedBy === undefined ? String(keys[0]) : keys.join(nestedBy);
  });
  const names = asked.length > 0 ? asked : otherwise;
  return names.length === 0 ? [] : [...new Set([...always, ...names])];
}

/** The bound, moved outwards by what the provider cannot tell apart. */
function time(asked: string | undefined, slot: Bound | undefined, outwards: 1 | -1): string | undefined {
  const millis = asked === undefined || !slot?.coarseSeconds ? null : fromIso(asked);
  return millis === null ? asked : toIso(millis + outwards * (slot?.coarseSeconds ?? 0) * 1000);
}

function bound(draft: Draft, slot: Bound | undefined, time: string | undefined, now: number): void {
  if (!slot || (slot.param === undefined && slot.append === undefined)) return;
  if (time !== undefined) put(draft, slot, formatTime(time, slot, now));
  else if (slot.otherwise !== undefined) put(draft, slot, slot.otherwise);
}

function put(draft: Draft, slot: Slot, value: Json, field = ''): void {
  if (slot.append) return appendPath((draft.body ??= {}), slot.append, fillItem(slot.item ?? null, value, field));
  const param = (slot.param ?? '').replace('{field}', () => field);
  const isBody = (slot.in ?? (draft.method === 'POST' ? 'body' : 'query')) === 'body';
  if (isBody) setPath((draft.body ??= {}), param, value);
  else draft.url.searchParams.set(param, Array.isArray(value) ? value.join(',') : (scalarText(value) ?? ''));
}

/** `{value}` and `{field}` stand for what is asked. */
function fillItem(item: Json, value: Json, field: string): Json {
  if (item === '{value}') return value;
  if (item === '{field}') return field;
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(
    Object.entries(item as JsonObject).map(([key, part]) => [key, fillItem(part, value, field)]),
  );
}
