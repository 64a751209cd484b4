import type { OutboundRequest } from '../../../lib/http/outbound.ts';
import { isObject, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { ProviderFailure } from '../answer/failure.ts';
import type { WriteCall, WriteVerb } from '../file/write_facts.ts';
import { pathKeys, setPath } from '../json_path.ts';
import { authenticated, baseUrl, type Draft, headersOf } from '../request/draft.ts';
import type { ReadTarget } from '../request/read_target.ts';
import { withDefaults } from '../request/variables.ts';
import { hasPath, type WritePlan } from './write_plan.ts';
import { filledPath, filledValue, type WriteValues } from './write_values.ts';

export type WriteTarget = Pick<ReadTarget, 'provider' | 'module' | 'objectName' | 'variables' | 'auth'>;

/**
 * The input of a write: the record, its id and the caller's headers. `fields`: the wanted fields of a get-by-id call.
 */
export type WriteInput = {
  record: JsonObject;
  id?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  idempotencyKey?: string | undefined;
  fields?: readonly string[] | undefined;
};

const METHODS = { create: 'POST', update: undefined, delete: 'DELETE', get: 'GET' } as const;

/** The request of one call, with the connection's credentials. Throws ProviderFailure `badRequest`. */
export function writeRequest(
  target: WriteTarget,
  plan: WritePlan,
  { verb, call }: { verb: WriteVerb; call: WriteCall },
  wanted: WriteInput,
): OutboundRequest {
  const { provider } = target;
  const method = call.method ?? (call.graphql ? 'POST' : METHODS[verb]);
  if (method === undefined)
    throw new ProviderFailure('badRequest', `The file of ${provider.displayName} names no method for ${verb}.`);
  const values: WriteValues = {
    name: plan.object.name,
    variables: withDefaults(provider, target.variables),
    record: sentRecord(plan, call, wanted),
    given: wanted.record,
    id: wanted.id,
    fields: wanted.fields,
  };
  const body = verb === 'create' || verb === 'update' ? bodyOf(call, values) : declaredBody(call, values);
  const draft: Draft = {
    method,
    url: urlOf(target, plan, call, { verb, values }),
    headers: headersFor(target, plan, call, { ...wanted, isCreate: verb === 'create' }),
    ...(body && { body }),
    ...(call.form && { send: 'form' as const }),
  };
  return authenticated(draft, target);
}

/**
 * The record without the fields that only fill the path. The record's id is added if the provider wants the id in the
 * body too.
 */
function sentRecord({ write }: WritePlan, { idIn }: WriteCall, { record, id }: WriteInput): JsonObject {
  const { parents = [] } = write;
  const sent = Object.fromEntries(Object.entries(record).filter(([key]) => !parents.includes(key)));
  if (idIn === undefined || id === undefined) return sent;
  // Copies the objects on the path, because the record is the caller's and must not change.
  const copy = structure(sent, pathKeys(idIn).length);
  setPath(copy, idIn, id);
  return copy;
}

function structure(value: JsonObject, depth: number): JsonObject {
  if (depth <= 1) return { ...value };
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, isObject(one) ? structure(one, depth - 1) : one]),
  );
}

function bodyOf(call: WriteCall, values: WriteValues): JsonObject {
  const declared = declaredBody(call, values);
  if (declared) return declared;
  const { wrap, form } = call;
  const { record } = values;
  if (form) return scalarsOnly(record);
  if (!wrap || isWrapped(record, wrap)) return record;
  const body: JsonObject = {};
  setPath(body, wrap, record);
  return body;
}

/**
 * Whether the record already has the wrapper. Some callers add the wrapper, because the provider documents it.
 * Providers refuse a second wrapper.
 */
function isWrapped(record: JsonObject, wrap: string): boolean {
  const [first] = pathKeys(wrap);
  const keys = Object.keys(record);
  return keys.length === 1 && keys[0] === first && isObject(record[keys[0] as string]);
}

function declaredBody({ body, graphql }: WriteCall, values: WriteValues): JsonObject | undefined {
  if (graphql) return { query: graphql.query, variables: filledValue(graphql.variables ?? {}, values) as JsonObject };
  return body && (filledValue(body, values) as JsonObject);
}

function scalarsOnly(record: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(record))
    if (value !== null && scalarText(value) === null)
      throw new ProviderFailure(
        'badRequest',
        `The provider takes a form, so "${key}" must be a text, number or boolean.`,
      );
  return record;
}

function urlOf(
  { provider, variables }: WriteTarget,
  plan: WritePlan,
  call: WriteCall,
  { verb, values }: { verb: WriteVerb; values: WriteValues },
): URL {
  const { object, write } = plan;
  if (!hasPath(plan, call))
    throw new ProviderFailure(
      'badRequest',
      `The file of ${provider.displayName} does not say where "${object.name}" is written: it is read below a parent.`,
    );
  const base = baseUrl(provider, variables, object.spec.baseURL);
  const own = call.path ?? (verb === 'create' || call.graphql ? '' : '/{id}');
  const isBelow = own === '' || own.startsWith('/{id}');
  const url = new URL(
    !isBelow
      ? base + filledPath(own, values)
      : write.at !== undefined
        ? base + filledPath(write.at, values) + filledPath(own, values)
        : readingUrl(base, plan, values) + filledPath(own, values),
  );
  for (const [key, value] of Object.entries(call.query ?? {})) {
    const text = scalarOrNone(filledValue(value, values));
    if (text !== null) url.searchParams.set(key, text);
  }
  return url;
}

function scalarOrNone(value: ReturnType<typeof filledValue>): string | null {
  return value === undefined ? null : scalarText(value);
}

/**
 * The URL for reads, without its query. A literal path comes from the caller: it is relative to the origin and has no
 * placeholders.
 */
function readingUrl(base: string, { object: { spec, isLiteralPath } }: WritePlan, values: WriteValues): string {
  const path = spec.path.replace(/\?.*$/, '').replace(/\/$/, '');
  return isLiteralPath ? new URL(base).origin + path : base + filledPath(path, values);
}

/**
 * The headers of the file and of the caller. The caller's headers override the file's. The caller cannot override
 * credentials, the content type and the idempotency key, because retries and safety depend on them.
 */
function headersFor(
  { provider, variables, auth }: WriteTarget,
  { object: { spec }, write }: WritePlan,
  call: WriteCall,
  { headers: callers = {}, idempotencyKey, isCreate }: WriteInput & { isCreate: boolean },
): Record<string, string> {
  const reading = Object.entries(spec.headers ?? {}).filter(([, text]) => !text.includes('{parent.'));
  const declared = { ...Object.fromEntries(reading), ...write.headers, ...call.headers };
  const merged = new Map(
    Object.entries(headersOf({ provider, variables }, { headers: declared })).map((pair) => [
      pair[0].toLowerCase(),
      pair,
    ]),
  );
  const kept = new Set(['content-type', ...Object.keys(auth.headers).map((name) => name.toLowerCase())]);
  for (const [name, text] of Object.entries(callers))
    if (!kept.has(name.toLowerCase())) merged.set(name.toLowerCase(), [name, printable(name, text)]);
  const header = write.idempotencyKey?.header;
  if (isCreate && header && idempotencyKey !== undefined)
    merged.set(header.toLowerCase(), [header, printable(header, idempotencyKey)]);
  return Object.fromEntries(merged.values());
}

function printable(name: string, text: string): string {
  if (/^[\t\x20-\x7e]*$/.test(text) && /^[\w!#$%&'*+.^`|~-]+$/.test(name)) return text;
  throw new ProviderFailure('badRequest', 'A header must consist of printable ASCII characters.');
}
