import type { ReadSpec } from '../../../connectors/engine/file/provider.ts';
import { type Json, type JsonObject, stringifyJson } from '../../../lib/json/json.ts';
import type { LabFault } from '../faults/lab_faults.ts';
import { LabError } from '../lab_error.ts';
import type { LabAnswer, LabRequest } from '../lab_request.ts';
import { changeRecords } from '../records/record_changes.ts';
import type { LabList } from '../records/world.ts';
import type { Hit } from '../requests/routes.ts';
import type { Simulation } from '../simulation.ts';
import { objectOf } from './chosen_route.ts';
import { json } from './json_answer.ts';
import { listAnswer } from './list_answer.ts';

/** Serves one page of an object. Faults that change the account apply after the page, like changes by other users. */
export function pageAnswer(simulation: Simulation, hit: Hit, request: LabRequest, fault: LabFault | null): LabAnswer {
  const { world, faults, stats, clock, usualPage } = simulation;
  const { purpose } = hit.route;
  if (purpose.kind !== 'list') throw new LabError(500, 'This route is not a list.');
  const object = objectOf(world.provider, purpose.plan, hit.params);
  const list = listOf(simulation, object, hit.params);
  const { body, headers, records } = listAnswer(list, request, {
    spec: { ...object.spec, ...purpose.plan.over },
    provider: world.provider.name,
    object: object.name,
    usualSize: usualPage,
    now: clock.now(),
    deleted: purpose.plan.deleted,
    twist: {
      isShort: fault?.kind === 'short-page',
      isEmpty: fault?.kind === 'empty-page',
      isRepeated: fault?.kind === 'repeat-page',
    },
  });
  stats.page(object.name, records);
  faults.pageServed(object.name);
  const made = written(body, headers, purpose.plan.spec);
  if (fault) changeRecords(list, fault, clock.now());
  return made;
}

function listOf(
  { world }: Simulation,
  object: Parameters<Simulation['world']['list']>[0],
  params: JsonObject,
): LabList {
  if (!object.spec.each) return world.list(object);
  const parent = world.parentAt(object, params as Record<string, string>);
  if (!parent || parent.isGone) throw new LabError(404, 'The parent record does not exist.');
  return world.list(object, parent);
}

/** Serializes the body in the format that the file declares: NDJSON or JSON. */
function written(body: Json, headers: Record<string, string>, { format }: ReadSpec): LabAnswer {
  if (format !== 'ndjson' || !Array.isArray(body)) return json(200, body, headers);
  const text = body.map((record) => `${stringifyJson(record)}\n`).join('');
  return { status: 200, headers: { 'content-type': 'application/x-ndjson', ...headers }, text };
}
