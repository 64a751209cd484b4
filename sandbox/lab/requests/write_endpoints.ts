/** The endpoints that create, change, delete and show single records: the engine's write requests, inverted. */

import type { Provider } from '../../../connectors/engine/file/provider.ts';
import type { WriteCall, WriteVerb } from '../../../connectors/engine/file/write_facts.ts';
import { callOf, hasPath, type WritePlan, writePlan } from '../../../connectors/engine/write/write_plan.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { escapedName } from './escaped_name.ts';
import type { ReadPlan } from './read_plan.ts';

export type WriteEndpoint = {
  verb: WriteVerb;
  method: string;
  /** A URL template. `{{.recordId}}` stands for the record's id, `{record.key}` for a value of a parent. */
  url: string;
  query: Record<string, Json>;
  /** The fixed parts of the body. Calls with the same method and URL differ in them. */
  body: JsonObject;
};

const VERBS: readonly WriteVerb[] = ['create', 'update', 'delete', 'get'];
const METHODS: Readonly<Record<WriteVerb, string>> = { create: 'POST', update: 'PATCH', delete: 'DELETE', get: 'GET' };

/** `base`: the base URL of the object, without a trailing slash. */
export function writeEndpoints(provider: Provider, { module, name, over }: ReadPlan, base: string): WriteEndpoint[] {
  const plan = over ? null : writePlan(provider, module, name);
  if (!plan) return [];
  return VERBS.flatMap((verb) => {
    const call = callOf(plan, verb);
    return call && hasPath(plan, call) ? [endpoint(plan, verb, call, base)] : [];
  });
}

function endpoint(plan: WritePlan, verb: WriteVerb, call: WriteCall, base: string): WriteEndpoint {
  const { graphql, body = {}, query = {} } = call;
  return {
    verb,
    method: call.method ?? (graphql ? 'POST' : METHODS[verb]),
    url: urlOf(plan, verb, call, base),
    query,
    body: graphql ? { query: graphql.query } : (fixedPart(body) as JsonObject),
  };
}

function urlOf({ object: { name, spec }, write }: WritePlan, verb: WriteVerb, call: WriteCall, base: string): string {
  const own = call.path ?? (verb === 'create' || call.graphql ? '' : '/{id}');
  const isBelow = own === '' || own.startsWith('/{id}');
  const collection = write.at ?? spec.path.replace(/\?.*$/, '').replace(/\/$/, '');
  const path = isBelow ? collection + own : own;
  // `{{.recordId}}` matches within one path segment (url_pattern.ts): the engine escapes the slashes of an id.
  return base + withName(path, name).replaceAll('{id}', () => '{{.recordId}}');
}

function withName(path: string, name: string): string {
  return name === '*' ? path : path.replaceAll('{object}', () => escapedName(name));
}

/** A body without the parts that contain placeholders. */
function fixedPart(value: Json): Json {
  if (Array.isArray(value)) return value.map(fixedPart);
  if (!isObject(value)) return value;
  const isFixed = (part: Json) => typeof part !== 'string' || !part.includes('{');
  const kept = Object.entries(value).filter(([, part]) => isFixed(part));
  return Object.fromEntries(kept.map(([key, part]) => [key, fixedPart(part)]));
}
