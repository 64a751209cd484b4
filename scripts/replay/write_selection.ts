/**
 * Decides which recorded cases are writes of one record, and reads the write from the case. The rules use only the case,
 * neither the provider file nor a result of the engine:
 *
 * - A case has exactly one exchange. Its request has a recorded body, except for a delete.
 * - `write` and `delete` come from a connector's tests, which name the object, id and record. If the record is the text
 *   `dummy`, the case proves only method, path and id.
 * - `action-write` is a template of an integration. It is a write of one record when its name is `create-`, `update-` or
 *   `delete-` followed by the name of an object. Templates with other verbs (add, tag, upsert, approve …), and templates
 *   that find a record by another field than its id (`-by-…`), are not. If the name of the object is `record`, the input
 *   names the object.
 * - A body with a single key that contains a list of objects writes several records, unless the template's input has this
 *   key too.
 * - The record of a template is its recorded body without the wrapper. A wrapper is a single key that contains an object
 *   and is not a key of the template's input. `values` inside a wrapper is another wrapper. The record of a GraphQL
 *   mutation is the object among its arguments.
 * - The id of an update or delete is the input with the name `id`, or with the name of the object's id.
 * - The write must return the id of the template's output if the recorded answer contains it, otherwise the given id.
 */
import type { WriteType } from '../../connectors/engine/file/write_facts.ts';
import { isObject, type Json, type JsonObject } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { graphqlCall } from './messages/graphql_call.ts';
import type { Exchange, ReplayCase } from './replay_case.ts';
import { plain } from './replayed_provider.ts';

export type RecordedWrite = {
  type: WriteType;
  /** The source's name of the object. */
  objectName: string;
  id?: string | undefined;
  record: JsonObject;
  isDummy: boolean;
  exchange: Exchange;
  /** The id that the write must return. Null: no id. Undefined: the recording does not say. */
  wantedId: string | null | undefined;
};

/** The write of a case, or a sentence that says why the case is no write. */
export function writeOf(replayCase: ReplayCase): RecordedWrite | string {
  const [exchange, ...others] = replayCase.exchanges;
  if (!exchange || others.length > 0) return 'has not exactly one exchange';
  return replayCase.kind === 'action-write' ? ofTemplate(replayCase, exchange) : ofConnector(replayCase, exchange);
}

function ofConnector({ kind, object, expected }: ReplayCase, exchange: Exchange): RecordedWrite | string {
  const { ObjectName: objectName = object, RecordId: id, RecordData: given = {} } = expected.input ?? {};
  const type = kind === 'delete' ? 'delete' : id ? 'update' : 'create';
  const isDummy = typeof given === 'string' || typeof exchange.request.body === 'string';
  const record = typeof given === 'string' ? {} : given;
  const wantedId = expected.ok === false ? undefined : (expected.result?.recordId ?? id ?? null);
  return { type, objectName, id, record, isDummy, exchange, wantedId };
}

function ofTemplate({ object, expected }: ReplayCase, exchange: Exchange): RecordedWrite | string {
  const { template = '' } = expected;
  const input = (expected.input ?? {}) as JsonObject;
  const [, type, name] = /^(create|update|delete)-(.+)$/.exec(template) ?? [];
  if (type === undefined || name === undefined || /-by-/.test(template))
    return `the action ${template || object} is no create, update or delete of one record`;
  const objectName = plain(name) === 'record' ? named(input) : name;
  if (objectName === null) return 'its input does not name the object';
  const { body } = exchange.request;
  if (type !== 'delete' && !isObject(body)) return 'the body of its request was not recorded';
  if (isObject(body) && isList(body, input)) return 'its body writes several records';
  const id = type === 'create' ? undefined : idIn(input, name);
  if (id === null) return 'its input names no id';
  const record = type === 'delete' ? {} : recordIn(body as JsonObject, input);
  if (record === null) return 'its body is a query that cannot be read';
  const found = idIn(isObject(expected.output) ? expected.output : {}, name);
  const wantedId = found !== null && hasValue(exchange.response.body ?? null, found) ? found : id;
  return { type: type as WriteType, objectName, id, record, isDummy: false, exchange, wantedId };
}

function named(input: JsonObject): string | null {
  const entry = Object.entries(input).find(([key]) =>
    ['sobject', 'object', 'objecttype', 'module'].includes(plain(key)),
  );
  return scalarText(entry?.[1]) || null;
}

function idIn(values: JsonObject, object: string): string | null {
  const own = plain(object);
  const names = ['id', ...['id', 'gid', 'idorkey'].map((end) => own + end), 'recordid', own];
  for (const name of names) {
    const value = Object.entries(values).find(([key]) => plain(key) === name)?.[1];
    // Some providers have an object with one id per level.
    const text = scalarText(value) ?? (isObject(value) && name === 'id' ? idIn(value, object) : null);
    if (text) return text;
  }
  return null;
}

function recordIn(body: JsonObject, input: JsonObject): JsonObject | null {
  if (typeof body['query'] === 'string') {
    const given = graphqlCall(body)?.given;
    return given === undefined ? null : (Object.values(given).find(isObject) ?? {});
  }
  const inner = unwrapped(body, input);
  if (inner === body) return body;
  const [key] = Object.keys(inner);
  return key === 'values' ? unwrapped(inner, input) : inner;
}

function isList(body: JsonObject, input: JsonObject): boolean {
  const [[key, value] = [], ...others] = Object.entries(body);
  const isOnly = key !== undefined && others.length === 0;
  return isOnly && Array.isArray(value) && value.every(isObject) && !Object.hasOwn(input, key);
}

function unwrapped(body: JsonObject, input: JsonObject): JsonObject {
  const [key, ...others] = Object.keys(body);
  const value = key === undefined || others.length > 0 || Object.hasOwn(input, key) ? null : body[key];
  return isObject(value) ? value : body;
}

function hasValue(value: Json, text: string): boolean {
  if (Array.isArray(value)) return value.some((item) => hasValue(item, text));
  if (isObject(value)) return Object.values(value).some((part) => hasValue(part as Json, text));
  return scalarText(value) === text;
}
