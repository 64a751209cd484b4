/** Performs a write. The response has the record and its id at the paths where the engine reads them. */

import { idOf } from '../../../connectors/engine/answer/record_id.ts';
import type { RefusalRule } from '../../../connectors/engine/file/write_facts.ts';
import { getPath, setPath } from '../../../connectors/engine/json_path.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { json } from '../answers/json_answer.ts';
import type { LabFault } from '../faults/lab_faults.ts';
import { LabError } from '../lab_error.ts';
import type { LabAnswer, LabRequest } from '../lab_request.ts';
import { remove, write } from '../records/record_changes.ts';
import { recordOf } from '../records/record_values.ts';
import { addEntry, type Entry } from '../records/shelf.ts';
import type { LabList } from '../records/world.ts';
import type { Simulation } from '../simulation.ts';
import { checkFields } from './field_checks.ts';
import { answerPlace, type ParsedWrite } from './parse_write.ts';
import { listForNew, writtenEntry } from './record_place.ts';

/**
 * Throws LabError 400 (a field), 404 (no such record), 409 (a repeated idempotency key with another body), or with the
 * status of the fault.
 */
export function writeAnswer(
  simulation: Simulation,
  asked: ParsedWrite,
  request: LabRequest,
  fault: LabFault | null,
): LabAnswer {
  try {
    if (asked.verb === 'get') return shown(simulation, asked);
    if (fault?.kind === 'refuse-write') throw new LabError(fault.status ?? 400, REFUSED);
    if (fault?.kind === 'failure-inside') return failureInside(simulation, asked);
    const made = done(simulation, asked, request);
    if (fault?.kind !== 'lose-answer') return made;
    simulation.books.lost();
  } catch (error) {
    if (error instanceof LabError && asked.call.graphql && error.status < 500)
      return graphqlFailure(simulation, error.message);
    throw error;
  }
  if (fault.status !== undefined) throw new LabError(fault.status, 'The provider has an internal error.');
  return { status: 0, headers: {}, text: '', isDropped: true };
}

const REFUSED = 'The provider refuses this record.';

function shown({ world }: Simulation, asked: ParsedWrite): LabAnswer {
  const { list, entry } = writtenEntry(world, asked);
  return json(200, bodyOf(asked, list, entry));
}

function done(simulation: Simulation, asked: ParsedWrite, request: LabRequest): LabAnswer {
  const { world, books, clock } = simulation;
  const { verb, object } = asked;
  if (verb === 'create') return created(simulation, asked, request);
  const { list, entry } = writtenEntry(world, asked);
  if (verb === 'delete') remove(list, [entry], clock.now());
  else {
    checkFields(asked, known(simulation, asked, list));
    write(list, entry, { isNew: false, values: asked.values }, clock.now());
  }
  books.did(verb === 'delete' ? 'delete' : 'update', object.name);
  if (verb === 'update') return json(200, bodyOf(asked, list, entry));
  return reportsFailureInBody(asked) ? json(200, successOf(asked)) : json(204, null);
}

function created(simulation: Simulation, asked: ParsedWrite, { json: sent }: LabRequest): LabAnswer {
  const { world, books, clock } = simulation;
  const { object, key, parents } = asked;
  const create = { object: object.name, body: sent, key };
  const before = books.before(create);
  if (before) return before;
  const list = listForNew(world, asked);
  checkFields(asked, known(simulation, asked, list));
  const entry = addEntry(list.shelf, list.facts, clock.now());
  // An object without a list for each parent keeps the parent's values, which came in the path, in the record.
  const above = object.spec.each ? {} : parents;
  const values = { ...asked.values, '': { ...above, ...asked.values[''] } };
  write(list, entry, { isNew: true, values }, clock.now());
  const answer = json(reportsFailureInBody(asked) ? 200 : 201, bodyOf(asked, list, entry));
  books.created(create, answer);
  return answer;
}

function known({ world, made }: Simulation, { object }: ParsedWrite, { shape }: LabList) {
  return { shape, made: made.of(object.name), provider: world.provider.name };
}

/** Whether the provider reports failures in the body of a 200. Each write is then answered with 200 and a body. */
function reportsFailureInBody({ call: { graphql, refused } }: ParsedWrite): boolean {
  return graphql !== undefined || refused !== undefined;
}

function bodyOf(asked: ParsedWrite, { shape, facts }: LabList, entry: Entry): JsonObject {
  const { call, object } = asked;
  const record = recordOf(shape, entry, facts.name);
  const place = answerPlace(call, object);
  const body = successOf(asked, isListed(place) || isListed([call.id].flat()[0]) ? [] : {});
  if (place === '') Object.assign(body, { ...record, ...body });
  else setPath(body, place, record);
  const [path] = [call.id].flat();
  if (path !== undefined && !path.includes('{') && getPath(body, path) === undefined) {
    const [own] = shape.ids;
    const id = own && shape.ids.length === 1 && !own.isUrl ? getPath(record, own.path) : idOf(record, object.spec.id);
    setPath(body, path, id ?? entry.id);
  }
  return body;
}

/** The part of a response body that reports the success of a write. */
function successOf({ call, verb }: ParsedWrite, root: Json = {}): JsonObject {
  const body = root as JsonObject;
  // A `get` only shows the record, so its response does not report a write.
  if (verb === 'get') return body;
  for (const { path, equals } of rulesOf(call.refused)) if (typeof equals === 'boolean') setPath(body, path, !equals);
  if (call.graphql && !Array.isArray(body)) setPath(body, 'data', {});
  return body;
}

function rulesOf(refused: ParsedWrite['call']['refused']): RefusalRule[] {
  return [refused ?? []].flat() as RefusalRule[];
}

function isListed(path: string | undefined): boolean {
  return /^\[\d/.test(path ?? '');
}

/**
 * A response with a success status whose body reports a refusal. Throws LabError 400 if the provider file does not
 * declare one.
 */
function failureInside(simulation: Simulation, { call }: ParsedWrite): LabAnswer {
  const [rule] = rulesOf(call.refused);
  if (!rule && call.graphql) return graphqlFailure(simulation, REFUSED);
  if (!rule) throw new LabError(400, REFUSED);
  const { path, equals, message } = rule;
  const body = (isListed(path) ? [] : {}) as JsonObject;
  setPath(body, path, equals ?? [{ message: REFUSED }]);
  if (message !== undefined) setPath(body, message, REFUSED);
  return json(200, body);
}

/** GraphQL reports a failure with status 200. The message is also at the path where the file expects it. */
function graphqlFailure({ world }: Simulation, message: string): LabAnswer {
  const body: JsonObject = { data: null, errors: [{ message }] };
  const [path] = world.provider.errorMessage ?? [];
  if (path !== undefined && !isListed(path)) setPath(body, path, message);
  return json(200, body);
}
