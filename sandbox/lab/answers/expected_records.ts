/** The raw records that a full read of an object must deliver, in the order of the provider's list. */

import type { Bound, ReadSpec } from '../../../connectors/engine/file/provider.ts';
import { namedPlan } from '../../../connectors/engine/objects/named_plan.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import type { ReadTarget } from '../../../connectors/engine/request/read_target.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import { fromIso } from '../../../lib/time/iso.ts';
import type { RecordShape } from '../records/record_shape.ts';
import { isSkipped, recordOf } from '../records/record_values.ts';
import { chosenFields, selected } from '../records/selection.ts';
import type { LabList, ObjectOf, World } from '../records/world.ts';
import type { ListQuery } from '../requests/list_query.ts';
import { whereBound } from '../requests/where_times.ts';
import { delivered } from './written_list.ts';

export type Narrowing = {
  module?: string | undefined;
  /** RFC 3339, as in a ReadTarget. */
  since?: string | undefined;
  until?: string | undefined;
  filters?: ReadTarget['filters'];
};

export function expectedRecords(world: World, object: string, narrowing: Narrowing = {}): JsonObject[] {
  const plan = findObject(world.provider, narrowing.module, object);
  if (plan.spec.parts) return plan.spec.parts.flatMap((part) => expectedRecords(world, part, narrowing));
  const found: ObjectOf = {
    module: moduleOf(world, narrowing.module, plan.name),
    name: plan.name,
    spec: namedPlan(plan).spec,
  };
  const lists = found.spec.each ? below(world, found) : [world.list(found)];
  const facts = isNarrowed(narrowing) ? { ...found.spec, ...found.spec.narrowed } : found.spec;
  const query = queryOf(facts, narrowing);
  return lists.flatMap((list) =>
    selected(list, query)
      .filter((entry) => !isSkipped(list.shape, entry))
      .map((entry) => chosenFields(recordOf(list.shape, entry, list.facts.name), unasked(facts, list.shape), facts))
      .map((record, at) => numbered(delivered(record, found.spec), at + 1, found.spec)),
  );
}

function numbered(record: JsonObject, row: number, { columns }: ReadSpec): JsonObject {
  return columns?.row === undefined ? record : { ...record, [columns.row]: row };
}

/** The fields that a read of all fields requests by name. Null when the provider returns all fields by default. */
function unasked({ fields, selection, query }: ReadSpec, shape: RecordShape): string[] | null {
  if (!fields || fields.as === 'graphql') return null;
  const always = scalarText(fields.param === undefined || fields.in === 'text' ? null : query?.[fields.param]);
  if (always) return always.split(fields.joinedBy || ',');
  if (selection === 'described') return [...(fields.always ?? []), ...shape.fields.map(({ name }) => name)];
  if (selection !== undefined) return [selection].flat();
  return fields.otherwise ? [...(fields.always ?? []), ...fields.otherwise] : null;
}

function below(world: World, object: ObjectOf): LabList[] {
  return world
    .parents(object)
    .filter(({ isGone }) => !isGone)
    .map((parent) => world.list(object, parent));
}

/** The module that defines the object; undefined for an object of the provider, which all modules share. */
function moduleOf({ provider }: World, asked: string | undefined, name: string): string | undefined {
  const module = asked || provider.defaultModule;
  const own = module === undefined ? undefined : provider.modules?.[module];
  if (own?.objects && Object.hasOwn(own.objects, name)) return module;
  return own?.anyObject && !Object.hasOwn(provider.objects ?? {}, name) ? module : undefined;
}

type Query = Pick<ListQuery, 'since' | 'until' | 'filters' | 'beyond'>;

function isNarrowed({ since, until, filters = [] }: Narrowing): boolean {
  return since !== undefined || until !== undefined || filters.length > 0;
}

function queryOf(facts: ReadSpec, { since, until, filters = [] }: Narrowing): Query {
  return {
    since: lower(facts.since ?? whereBound(facts.where, 'since'), since),
    until: upper(facts.until ?? whereBound(facts.where, 'until'), until),
    filters: filters.map(({ fieldName, value }) => ({ field: fieldName, value })),
    beyond: null,
  };
}

/**
 * The lower bound. A provider's filter is inclusive and rounds to its time resolution; the engine's filter is
 * exclusive.
 */
function lower(slot: Bound | undefined, time: string | undefined): number | null {
  if (!slot || time === undefined) return null;
  const ms = fromIso(time) ?? 0;
  return slot.here ? ms + 1 : Math.floor(ms / stepOf(slot)) * stepOf(slot);
}

function upper(slot: Bound | undefined, time: string | undefined): number | null {
  if (!slot || time === undefined) return null;
  const ms = fromIso(time) ?? 0;
  return slot.here ? ms : Math.floor(ms / stepOf(slot)) * stepOf(slot) + stepOf(slot) - 1;
}

function stepOf({ format = 'rfc3339' }: Bound): number {
  if (format === 'date') return 24 * 3_600_000;
  return ['rfc3339', 'rfc3339Utc', 'unixMillis'].includes(format) ? 1 : 1000;
}
