/**
 * Parses a request to the lab that writes or shows one record: finds the object, the verb, the id and the record with
 * the templates from which the engine made the request.
 */

import type { WriteCall, WriteVerb } from '../../../connectors/engine/file/write_facts.ts';
import { getPath } from '../../../connectors/engine/json_path.ts';
import { callOf, type WritePlan, writePlan } from '../../../connectors/engine/write/write_plan.ts';
import { isObject, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { objectAt, objectOf } from '../answers/chosen_route.ts';
import { LabError } from '../lab_error.ts';
import type { LabRequest } from '../lab_request.ts';
import type { ObjectOf, World } from '../records/world.ts';
import type { Hit } from '../requests/routes.ts';
import { recordPlace, unfilled } from './unfilled.ts';

export type ParsedWrite = {
  verb: WriteVerb;
  object: ObjectOf;
  plan: WritePlan;
  call: WriteCall;
  /** The record's id; '' for a create. */
  id: string;
  /** The record as the caller sent it. */
  sent: JsonObject;
  /** The sent values, keyed by the group of the record that contains them; '' is the record itself. */
  values: Record<string, JsonObject>;
  /** The path of the record in a body, without the name of a group at its end. */
  place: string;
  /** The parent's values in the path, by the key that has them in the record. */
  parents: Record<string, string>;
  /** The idempotency key, from the header that the file declares. */
  key: string | undefined;
};

/** Throws LabError 400 for a body that has no record. */
export function parseWrite({ provider }: World, { route, params }: Hit, request: LabRequest): ParsedWrite {
  const { purpose } = route;
  if (purpose.kind !== 'write') throw new LabError(500, 'This route is no write.');
  const { verb, plan: listed } = purpose;
  const object = objectOf(provider, listed, params);
  const plan = writePlan(provider, listed.module, objectAt(listed, params));
  const call = plan && callOf(plan, verb);
  if (!plan || !call) throw new LabError(404, `There is no ${verb} of "${object.name}".`);
  const isSent = verb === 'create' || verb === 'update';
  const { sent, id } =
    isSent || call.body || call.graphql ? bodyOf(call, request, isSent) : { sent: {}, id: undefined };
  const { place, group } = placeOf(call, object);
  const header = verb === 'create' ? plan.write.idempotencyKey?.header : undefined;
  return {
    verb,
    object,
    plan,
    call,
    // The id may be in the path, in the query, or only in the record.
    id: params['recordId'] ?? (id || repeatedId(call, sent)) ?? params['id'] ?? '',
    sent,
    values: byGroup(sent, group, groupsOf(object)),
    place,
    parents: parentsIn(params),
    key: header && request.headers[header.toLowerCase()],
  };
}

function bodyOf(
  call: WriteCall,
  { json, text }: LabRequest,
  isSent: boolean,
): { sent: JsonObject; id?: string | undefined } {
  const { body, graphql, wrap, form } = call;
  if (isSent && !form && !text.trimStart().startsWith('{'))
    throw new LabError(400, 'The body is no JSON object. Send the record as one.');
  const template = graphql ? graphql.variables : body;
  if (template) {
    const { record, id } = unfilled(template, graphql ? json['variables'] : json);
    return { sent: record, id };
  }
  const inner = wrap && !form ? getPath(json, wrap) : json;
  if (isObject(inner)) return { sent: inner };
  throw new LabError(400, `The record is missing under "${wrap}".`);
}

function repeatedId({ idIn }: WriteCall, sent: JsonObject): string | undefined {
  return idIn === undefined ? undefined : (scalarText(getPath(sent, idIn)) ?? undefined);
}

function groupsOf({ spec }: ObjectOf): string[] {
  const { within } = spec.metadata ?? {};
  return [...new Set([...(spec.flatten ?? []), ...(within ? [within] : [])])];
}

/** Splits the path of the sent record. Its last key may be a group of the record (`properties`) and not a wrapper. */
function placeOf(call: WriteCall, object: ObjectOf): { place: string; group: string } {
  const template = call.graphql ? undefined : call.body;
  const at = template ? recordPlace(template) : call.form || call.graphql ? '' : (call.wrap ?? '');
  return split(at, object);
}

function split(at: string, object: ObjectOf): { place: string; group: string } {
  const group = groupsOf(object).find((one) => at === one || at.endsWith(`.${one}`)) ?? '';
  return { place: group === '' ? at : at.slice(0, -group.length).replace(/\.$/, ''), group };
}

/** The path of the record in an answer, from the path where the engine reads it. */
export function answerPlace({ data, wrap }: WriteCall, object: ObjectOf): string {
  return split(data ?? wrap ?? '', object).place;
}

function byGroup(sent: JsonObject, group: string, groups: readonly string[]): Record<string, JsonObject> {
  const values: Record<string, JsonObject> = {};
  const into = (name: string) => (values[name] ??= {});
  for (const [key, value] of Object.entries(sent))
    if (group === '' && groups.includes(key) && isObject(value)) Object.assign(into(key), value);
    else into(group)[key] = value;
  return values;
}

function parentsIn(params: Readonly<Record<string, string>>): Record<string, string> {
  const found = Object.entries(params).filter(([name]) => name.startsWith('record.'));
  return Object.fromEntries(found.map(([name, value]) => [name.slice('record.'.length), value]));
}

/** Whether the record that was sent has this value in this field. */
export function hasSent({ sent, values }: ParsedWrite, field: string, value: string | undefined): boolean {
  const found = [sent, ...Object.values(values)].map((part) => getPath(part, field)).find((one) => one !== undefined);
  return value === undefined ? found !== undefined : scalarText(found) === value;
}
