/** Creates and updates custom fields as the `fieldUpsert` of a provider file declares. */

import type { UpsertByRest } from '../../../connectors/engine/file/field_facts.ts';
import { getPath, setPath } from '../../../connectors/engine/json_path.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import { isObject, type Json, type JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { LabError } from '../lab_error.ts';
import type { LabAnswer, LabRequest } from '../lab_request.ts';
import { type MadeField, typeOf } from '../records/made_fields.ts';
import type { UpsertStep } from '../requests/routes.ts';
import type { Simulation } from '../simulation.ts';
import { json } from './json_answer.ts';

type UpsertRequest = { facts: UpsertByRest; object: string; request: LabRequest };

export function fieldUpsertAnswer(
  simulation: Simulation,
  step: UpsertStep,
  params: Readonly<Record<string, string>>,
  request: LabRequest,
): LabAnswer {
  const facts = simulation.world.provider.fieldUpsert as UpsertByRest;
  const asked = { facts, object: objectName(simulation, params['object'] ?? ''), request };
  if (step === 'group') return group(simulation, asked);
  if (step === 'makeGroup') {
    simulation.made.others.set(groupKey(asked), request.json);
    return json(201, request.json);
  }
  return step === 'create' ? create(simulation, asked) : update(simulation, asked, params['field'] ?? '');
}

/** Throws LabError 404 for an object that the provider does not have. */
function objectName({ world }: Simulation, asked: string): string {
  try {
    return findObject(world.provider, undefined, asked).name;
  } catch {
    throw new LabError(404, `There is no object "${asked}".`);
  }
}

function group({ made }: Simulation, asked: UpsertRequest): LabAnswer {
  const found = made.others.get(groupKey(asked));
  if (!found) throw new LabError(404, 'There is no such group.');
  return json(200, found);
}

function groupKey({ facts, object }: UpsertRequest): string {
  return `${object}/${facts.group?.path ?? ''}`;
}

/** Fields that exist are refused one by one; the others of the batch are created. */
function create(simulation: Simulation, { facts, object, request }: UpsertRequest): LabAnswer {
  const given = request.json[facts.create.list];
  const definitions = Array.isArray(given) ? given.filter(isObject) : [];
  const { results, errors } = facts.create;
  const made: Json[] = [];
  const refused: Json[] = [];
  for (const definition of definitions) {
    const field = fieldOf(facts, definition);
    if (isTaken(simulation, object, field.name)) refused.push(refusal(facts, field.name));
    else {
      simulation.made.put(object, field);
      made.push(definition);
    }
  }
  const body: JsonObject = {};
  setPath(body, results, made);
  if (refused.length > 0) setPath(body, errors.list, refused);
  return json(refused.length > 0 ? 207 : 201, body);
}

function refusal({ create: { errors } }: UpsertByRest, name: string): JsonObject {
  const error: JsonObject = {};
  setPath(error, errors.name, name);
  setPath(error, errors.message, `The field ${name} exists.`);
  setPath(error, errors.exists.path, errors.exists.equals);
  return error;
}

function update(simulation: Simulation, { facts, object, request }: UpsertRequest, name: string): LabAnswer {
  const before = simulation.made.find(object, name)?.definition;
  if (!before && !isTaken(simulation, object, name)) throw new LabError(404, `There is no field "${name}".`);
  const definition: JsonObject = { ...before, ...request.json };
  if (getPath(definition, facts.name) === undefined) setPath(definition, facts.name, name);
  simulation.made.put(object, fieldOf(facts, definition));
  return json(200, definition);
}

function fieldOf(facts: UpsertByRest, definition: JsonObject): MadeField {
  const name = scalarText(getPath(definition, facts.name)) ?? '';
  const label = scalarText(definition['label'] ?? null) ?? name;
  return { name, label, type: typeOf(definition, facts.types), definition, isNative: true };
}

function isTaken({ world, made }: Simulation, object: string, name: string): boolean {
  if (made.find(object, name)) return true;
  const plan = findObject(world.provider, undefined, object);
  const { fields } = world.list({ module: undefined, name: plan.name, spec: plan.spec }).shape;
  return fields.some((field) => field.name.toLowerCase() === name.toLowerCase());
}
