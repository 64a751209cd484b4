import type { OutboundRequest } from '../../../lib/http/outbound.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { ACCEPT_HEADERS } from '../answer/answer_body.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import type { Paging } from '../file/paging_facts.ts';
import type { Provider, ReadSpec } from '../file/provider.ts';
import type { Step } from '../paging/step.ts';
import { escapePath } from './escape_path.ts';
import { fillBody, fillTexts, type ParentContext, type PlaceholderValues } from './fill_texts.ts';
import { parentText } from './parent_values.ts';
import { type Draft, placeholderValues, placements, placeValue } from './placements.ts';
import type { ReadTarget } from './read_target.ts';
import { bodyText, CONTENT_TYPES } from './request_body.ts';
import { fillPath, fillText, fillUrl, type Variables } from './template.ts';
import { withDefaults } from './variables.ts';

export type { Draft } from './placements.ts';

/** Builds the request, still without credentials, for the page that `step` leads to; null leads to the first page. */
export function draftOf(target: ReadTarget, plan: ObjectPlan, step: Step | null, now: number, parent?: Json): Draft {
  const { spec } = plan;
  const method = spec.method ?? 'GET';
  const placed = placements(target, spec, step, now);
  const variables = withDefaults(target.provider, target.variables);
  const texts = { ...placeholderValues(plan, placed), ...dotted(variables) };
  const above: ParentContext = { parent, quote: spec.where?.quote };
  const draft: Draft = {
    method,
    url: step && 'url' in step ? new URL(step.url) : firstUrl(target, plan, texts, above),
    headers: headersOf(target, spec, parent),
    ...(method === 'POST' && { body: fillBody(spec.body ?? {}, texts, above) as JsonObject }),
    ...(spec.send && { send: spec.send }),
    ...(isVerbatim(spec) && { verbatim: true }),
  };
  // A next-page URL already has the query parameters. A body must be sent again.
  const isWhole = step !== null && 'url' in step && method !== 'POST';
  for (const { slot, value, field } of placed)
    if (slot.in === 'header' || (slot.in !== 'text' && !isWhole)) placeValue(draft, slot, value, field);
  return draft;
}

function dotted(variables: Variables): PlaceholderValues {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [`.${name}`, value]));
}

/** The headers of the provider and of the object, with `{{.variable}}` placeholders filled. */
export function headersOf(
  { provider, variables }: Pick<ReadTarget, 'provider' | 'variables'>,
  spec?: Pick<ReadSpec, 'format' | 'headers'>,
  parent?: Json,
): Record<string, string> {
  const values = withDefaults(provider, variables);
  const written = {
    Accept: ACCEPT_HEADERS[spec?.format ?? 'json'],
    ...provider.headers,
    ...spec?.headers,
  };
  return Object.fromEntries(Object.entries(written).map(([name, text]) => [name, headerText(text, values, parent)]));
}

/** Fills only the template, not the inserted parent values, because a value may look like a placeholder. */
function headerText(template: string, values: Variables, parent: Json | undefined): string {
  if (parent === undefined) return fillText(template, values);
  const parts = template.split(/\{parent\.([^{}]+)\}/);
  return parts.map((part, i) => (i % 2 === 0 ? fillText(part, values) : parentText(parent, part))).join('');
}

function isVerbatim({ paging = [] }: ReadSpec): boolean {
  return ([paging].flat() as Paging[]).some((way) => way.kind === 'cursor' && way.verbatim);
}

/** The request to send: the draft with credentials attached and the body serialized. */
export function authenticated(
  { method, url, headers, body, send, verbatim }: Draft,
  { auth }: Pick<ReadTarget, 'auth'>,
): OutboundRequest {
  const target = new URL(url);
  for (const [name, value] of Object.entries(auth.query)) target.searchParams.set(name, value);
  return {
    method,
    url: verbatim ? target.href.replaceAll('%3D', '=') : target.href,
    headers: { ...(body && { 'Content-Type': CONTENT_TYPES[send ?? 'json'] }), ...headers, ...auth.headers },
    ...(body && { body: bodyText(body, send) }),
  };
}

/** The base URL of one object (`own`) or of the provider's reads, without a trailing slash. */
export function baseUrl(provider: Provider, variables: Variables, own?: string): string {
  return fillUrl(own ?? provider.reading?.baseURL ?? provider.baseURL, withDefaults(provider, variables));
}

function firstUrl(
  { provider, variables }: ReadTarget,
  { name, spec, isLiteralPath }: ObjectPlan,
  texts: PlaceholderValues,
  above: ParentContext,
): URL {
  const base = baseUrl(provider, variables, spec.baseURL);
  const path = (isLiteralPath ? spec.path : fillPath(spec.path, withDefaults(provider, variables)))
    .replaceAll('{object}', () => escapePath(name))
    .replace(/\{parent\.([^}]+)\}/g, (_all, key: string) => escapePath(parentText(above.parent, key)));
  const url = new URL((isLiteralPath ? new URL(base).origin : base) + path);
  for (const [key, value] of Object.entries(spec.query ?? {})) {
    const filled = typeof value === 'string' ? fillTexts(value, texts, above) : value;
    const text = Array.isArray(filled) ? filled.join(',') : scalarText(filled);
    // A parameter whose placeholder is empty is omitted. An empty value in the file is sent: it has a meaning for the
    // provider.
    if (text || value === '') url.searchParams.set(key, text ?? '');
  }
  return url;
}
