/** The responses of a provider's metadata endpoints. */

import type { MetadataAddition, MetadataSpec } from '../../../connectors/engine/file/field_facts.ts';
import type { ReadSpec } from '../../../connectors/engine/file/provider.ts';
import { setPath } from '../../../connectors/engine/json_path.ts';
import type { Json, JsonObject } from '../../../lib/json/json.ts';
import { LabError } from '../lab_error.ts';
import type { LabAnswer, LabRequest } from '../lab_request.ts';
import { choiceList, describedFields, describedMade, listedNames } from '../records/described_fields.ts';
import { listQuery } from '../requests/list_query.ts';
import type { Hit } from '../requests/routes.ts';
import type { Simulation } from '../simulation.ts';
import { objectOf } from './chosen_route.ts';
import { json } from './json_answer.ts';
import { pageAt, putNext, startOf, wayOf } from './pager.ts';
import { envelope } from './written_list.ts';

export function metadataAnswer({ world, usualPage, made }: Simulation, hit: Hit, request: LabRequest): LabAnswer {
  const { purpose, address } = hit.route;
  if (!('plan' in purpose)) throw new LabError(404, 'No such endpoint.');
  const object = objectOf(world.provider, purpose.plan, hit.params);
  const { shape } = world.list(object);
  const { metadata = {}, customFields } = object.spec;
  switch (purpose.kind) {
    case 'fields':
      return described(
        [...describedFields(shape, metadata), ...describedMade(made.of(hit.params['object'] ?? object.name), metadata)],
        metadata,
        {
          request,
          usualPage,
          list: address,
          name: object.name,
        },
      );
    case 'names':
      return json(200, envelope(customFields?.names?.records ?? '', listedNames(shape)));
    case 'addition':
      return json(200, added(purpose.addition));
    default:
      throw new LabError(404, 'No such endpoint.');
  }
}

type MetadataRequest = { request: LabRequest; usualPage: number; list: string; name: string };

function described(
  all: JsonObject[],
  facts: MetadataSpec,
  { request, usualPage, list, name }: MetadataRequest,
): LabAnswer {
  const { paging = { kind: 'none' }, pageSize, fields = 'data', objectLabel } = facts;
  const query = listQuery({ path: '', ...(pageSize && { pageSize }) } as ReadSpec, request, usualPage, 0);
  const way = wayOf(paging, 'metadata', fields === '');
  const ground = { list, size: query.pageSize, total: all.length, behind: () => null, before: () => '' };
  const served = pageAt(way, startOf(way, request, ground), ground);
  const body = envelope(fields, all.slice(served.start, served.end));
  const headers: Record<string, string> = {};
  putNext(way, served, ground, request, { body, headers });
  if (objectLabel !== undefined) setPath(body as JsonObject, objectLabel, `Lab ${name}`);
  return json(200, body, headers);
}

function added({ required, choices }: MetadataAddition): Json {
  const body: JsonObject = {};
  if (required !== undefined) setPath(body, required, ['name']);
  if (choices) setPath(body, [choices.list].flat()[0] ?? '', choiceList(choices));
  return body;
}
