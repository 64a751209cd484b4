/**
 * The routes of one simulated provider, made from its file, whose URLs already point at the lab. A route has a method
 * and a path pattern; routes with the same path differ in the fixed parts of query and body.
 */

import type { MetadataAddition } from '../../../connectors/engine/file/field_facts.ts';
import type { Slot } from '../../../connectors/engine/file/paging_facts.ts';
import type { AuthExchange, AuthStep, Provider } from '../../../connectors/engine/file/provider.ts';
import type { WriteVerb } from '../../../connectors/engine/file/write_facts.ts';
import { objectType } from '../../../connectors/engine/request/object_spelling.ts';
import { API_VERSION } from '../../../connectors/engine/upserts/salesforce/salesforce_org.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { type LabRequest, parameterOf } from '../lab_request.ts';
import { escapedName } from './escaped_name.ts';
import { type ReadPlan, readPlans, slotParams } from './read_plan.ts';
import { fixedLength, matchText } from './text_pattern.ts';
import { type UrlPattern, urlPattern } from './url_pattern.ts';
import { writeEndpoints } from './write_endpoints.ts';

/** The requests about custom fields of a file whose `fieldUpsert` describes REST calls. */
export type UpsertStep = 'group' | 'makeGroup' | 'create' | 'update';
/** The requests about custom fields of a file whose `fieldUpsert` is the `salesforce` hook. */
export type SalesforceCall = 'metadata' | 'permissionSets' | 'user' | 'assignment';

export type Purpose =
  | { kind: 'list'; plan: ReadPlan }
  | { kind: 'fields'; plan: ReadPlan }
  | { kind: 'addition'; plan: ReadPlan; addition: MetadataAddition }
  | { kind: 'names'; plan: ReadPlan }
  | { kind: 'write'; plan: ReadPlan; verb: WriteVerb }
  | { kind: 'health' | 'authorize' | 'token' | 'revoke' }
  | { kind: 'step'; step: AuthStep }
  | { kind: 'upsert'; step: UpsertStep }
  | { kind: 'salesforce'; call: SalesforceCall }
  | { kind: 'exchange'; exchange: AuthExchange };

export type Route = {
  method: string;
  /**
   * Method, template and fixed parts. Two routes with one address are the same endpoint, declared twice in the file.
   */
  address: string;
  pattern: UrlPattern;
  query: Record<string, Json>;
  body: JsonObject;
  /** The length of the fixed text of the body. The longer it is, the more specific is the route. */
  bodyWeight: number;
  /** Headers whose template contains a value of the parent. */
  headers: [string, string][];
  /** Parameters of query and body that may be missing or have any value, so they are not compared. */
  free: ReadonlySet<string>;
  /** The file's `where.always`: the text that each request of the route contains, and the parameter that has it. */
  always?: { slot: Slot; text: string };
  purpose: Purpose;
};
/** A matching route, with the values of its placeholders. The route with the highest `weight` is the most specific. */
export type Hit = { route: Route; params: Record<string, string>; weight: number };

export function routesOf(provider: Provider): Route[] {
  const plans = readPlans(provider);
  const all = [
    // Before the sign-in routes: Salesforce's call `user` has the same address as its health check and must win.
    ...upsertRoutes(provider),
    ...authRoutes(provider),
    ...plans.flatMap((plan) => planRoutes(provider, plan)),
  ];
  return all.sort((a, b) => b.pattern.weight - a.pattern.weight);
}

/** All routes that match the request, the most specific first. */
export function hitsOf(routes: readonly Route[], request: LabRequest): Hit[] {
  return routes.flatMap((route) => hit(route, request) ?? []).sort((a, b) => b.weight - a.weight);
}

function hit(route: Route, request: LabRequest): Hit | null {
  if (route.method !== request.method) return null;
  const inPath = route.pattern.match(request.url.pathname);
  const inQuery = inPath && queryParams(route, request.url.searchParams);
  const inBody = inQuery && partOf(route.body, request.json, route.free);
  const inHeaders = inBody && headerParams(route, request);
  if (
    !inPath ||
    !inQuery ||
    !inBody ||
    !inHeaders ||
    !hasAlwaysText(route, { ...request, texts: { ...inQuery, ...inBody } })
  )
    return null;
  const fixed = Object.entries(route.query).reduce(
    (sum, [name, value]) =>
      sum + (request.url.searchParams.has(name) ? name.length : 0) + fixedLength(scalarText(value) ?? ''),
    0,
  );
  const weight = route.pattern.weight * 1000 + fixed + route.bodyWeight + (route.always?.text.length ?? 0);
  return { route, params: { ...inHeaders, ...inQuery, ...inBody, ...inPath }, weight };
}

function hasAlwaysText({ always }: Route, request: LabRequest): boolean {
  return always === undefined || (scalarText(parameterOf(request, always.slot)) ?? '').includes(always.text);
}

function queryParams({ query, free }: Route, given: URLSearchParams): Record<string, string> | null {
  let params: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (free.has(name)) continue;
    const template = scalarText(value) ?? '';
    const found = given.has(name) || mayBeEmpty(template) ? matchText(template, given.get(name) ?? '') : null;
    if (!found) return null;
    params = { ...params, ...found };
  }
  return params;
}

/** Whether a parameter may be missing: its template is empty or has placeholders only. */
function mayBeEmpty(template: string): boolean {
  return fixedLength(template) === 0;
}

/** A value as text. A list is joined with commas, as a file may declare either form. */
function textOf(given: Json | undefined): string {
  return Array.isArray(given) ? given.join(',') : (scalarText(given) ?? '\u0000');
}

function headerParams({ headers }: Route, request: LabRequest): Record<string, string> | null {
  const found = headers.map(([name, template]) => matchText(template, request.headers[name.toLowerCase()] ?? ''));
  return found.includes(null) ? null : Object.assign({}, ...found);
}

/**
 * Matches the body with the fixed parts of the file. Returns the placeholders' values, or null. Extra keys are allowed.
 */
function partOf(wanted: Json, given: Json | undefined, free: ReadonlySet<string>): Record<string, string> | null {
  if (typeof wanted === 'string') return matchText(wanted, textOf(given));
  if (typeof wanted !== 'object' || wanted === null) return wanted === given ? {} : null;
  if (!isObject(wanted) && !Array.isArray(wanted)) return String(wanted) === String(given) ? {} : null;
  let params: Record<string, string> = {};
  for (const [key, part] of Object.entries(wanted)) {
    if (free.has(key)) continue;
    const found = partOf(part as Json, (given as JsonObject | undefined)?.[key], free);
    if (!found) return null;
    params = { ...params, ...found };
  }
  return params;
}

function authRoutes(provider: Provider): Route[] {
  const { auth, healthCheck } = provider;
  const routes: Route[] = [];
  if (healthCheck) routes.push(route(healthCheck.method ?? 'GET', healthCheck.url, { kind: 'health' }));
  if (auth.type === 'oauth2') {
    if (auth.authorizeURL) routes.push(route('GET', auth.authorizeURL, { kind: 'authorize' }));
    routes.push(route('POST', auth.tokenURL, { kind: 'token' }));
    if (auth.revocation) routes.push(route(auth.revocation.method ?? 'POST', auth.revocation.url, { kind: 'revoke' }));
  }
  for (const step of auth.type === 'custom' ? (auth.steps ?? []) : []) {
    if (step.redirect) routes.push(withoutQuery(route('GET', step.redirect, { kind: 'step', step })));
    for (const exchange of step.exchange ?? [])
      if (exchange.url) routes.push(route(exchange.method ?? 'POST', exchange.url, { kind: 'exchange', exchange }));
  }
  return routes;
}

/** The endpoints that create custom fields. */
function upsertRoutes(provider: Provider): Route[] {
  const { fieldUpsert: facts } = provider;
  if (!facts) return [];
  const base = (provider.reading?.baseURL ?? provider.baseURL).replace(/\/+$/, '');
  if ('hook' in facts) return facts.hook === 'salesforce' ? salesforceRoutes(base) : [];
  const { group, create, update } = facts;
  const at = (method: string, path: string, step: UpsertStep) => route(method, base + path, { kind: 'upsert', step });
  return [
    ...(group ? [at('GET', group.path, 'group'), at('POST', group.create.path, 'makeGroup')] : []),
    at('POST', create.path, 'create'),
    at(update.method ?? 'PATCH', update.path, 'update'),
  ];
}

function salesforceRoutes(base: string): Route[] {
  const at = (method: string, path: string, call: SalesforceCall, query: Record<string, Json> = {}) =>
    route(method, base + path, { kind: 'salesforce', call }, { query });
  return [
    at('POST', `/services/Soap/m/${API_VERSION}`, 'metadata'),
    at('GET', `/services/data/v${API_VERSION}/query`, 'permissionSets', {
      q: "SELECT Id,Name FROM PermissionSet WHERE Name='{name}'",
    }),
    at('GET', '/services/oauth2/userinfo', 'user'),
    at('POST', `/services/data/v${API_VERSION}/sobjects/PermissionSetAssignment`, 'assignment'),
  ];
}

function planRoutes(provider: Provider, plan: ReadPlan): Route[] {
  const { spec } = plan;
  const base = (spec.baseURL ?? provider.reading?.baseURL ?? provider.baseURL).replace(/\/+$/, '');
  const name = plan.name === '*' ? '{object}' : plan.name;
  const at = (path: string) => path.replaceAll('{object}', () => escapedName(name));
  const free = slotParams(spec);
  const always = alwaysIn(spec);
  const list = (url: string) => ({
    ...route(spec.method ?? 'GET', url, { kind: 'list', plan }, { ...fixedTexts(plan), free }),
    ...(always && { always }),
  });
  const routes = [list(base + at(spec.path)), ...(spec.alsoAt ?? []).map((path) => list(originOf(base) + at(path)))];
  if (plan.over) return routes;
  for (const { method, url, verb, ...fixed } of writeEndpoints(provider, plan, base))
    routes.push(route(method, url, { kind: 'write', plan, verb }, fixed));
  const { metadata, customFields } = spec;
  if (metadata?.path)
    routes.push(
      route(
        metadata.method ?? 'GET',
        base + at(metadata.path),
        { kind: 'fields', plan },
        { query: metadata.query, body: metadata.body },
      ),
    );
  for (const addition of metadata?.also ?? [])
    routes.push(route('GET', base + at(addition.path), { kind: 'addition', plan, addition }));
  if (customFields?.names) routes.push(route('GET', base + at(customFields.names.path), { kind: 'names', plan }));
  return routes;
}

/** The fixed parts of an object's request, with the object's name and `texts` filled in. */
function fixedTexts({ name, spec: { query, body, headers, texts = {} } }: ReadPlan): Fixed {
  const isNamed = name !== '*' && !name.includes('{');
  const own = isNamed ? { object: name, objectType: objectType(name), ...texts } : texts;
  return {
    query: withOwn(query ?? {}, own) as Record<string, Json>,
    body: withOwn(body ?? {}, own) as JsonObject,
    headers,
  };
}

function withOwn(value: Json, own: Readonly<Record<string, string>>): Json {
  if (typeof value === 'string') return value.replace(/\{(\w+)\}/g, (all, name: string) => own[name] ?? all);
  if (Array.isArray(value)) return value.map((part) => withOwn(part, own));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withOwn(part, own)]));
}

/** The object's `where.always`. It may be the only difference between two lists with the same address. */
function alwaysIn({ where }: ReadPlan['spec']): Route['always'] | undefined {
  return where?.param && where.always ? { slot: where, text: where.always } : undefined;
}

/** The provider's origin in the lab: `<lab>/<provider>/<host>`. */
function originOf(base: string): string {
  return /^https?:\/\/[^/]+(\/[^/]+){0,2}/.exec(base)?.[0] ?? base;
}

type Fixed = {
  query?: Record<string, Json> | undefined;
  body?: JsonObject | undefined;
  headers?: Record<string, string> | undefined;
  free?: ReadonlySet<string>;
};

function route(method: string, url: string, purpose: Purpose, { query, body, headers, free }: Fixed = {}): Route {
  const pattern = urlPattern(url);
  return {
    method,
    address: `${method} ${url.replace(/\{[^}]*\}+/g, '{}')} ${JSON.stringify([query ?? {}, body ?? {}])}`,
    pattern,
    query: { ...pattern.query, ...query },
    body: body ?? {},
    bodyWeight: fixedLength(JSON.stringify(body ?? {})),
    headers: Object.entries(headers ?? {}).filter(([, value]) => value.includes('{parent.')),
    free: free ?? new Set(),
    purpose,
  };
}

function withoutQuery(made: Route): Route {
  return { ...made, query: {} };
}
