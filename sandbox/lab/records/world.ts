/** The data of one simulated provider: its file, its routes and its lists. */

import type { Provider, ReadSpec } from '../../../connectors/engine/file/provider.ts';
import { findObject } from '../../../connectors/engine/objects/objects.ts';
import { parentKeys, parentText } from '../../../connectors/engine/request/parent_values.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { readPlans } from '../requests/read_plan.ts';
import { type Route, routesOf } from '../requests/routes.ts';
import { describedFields, listedNames } from './described_fields.ts';
import { type RecordShape, recordShape } from './record_shape.ts';
import { isSkipped, recordOf } from './record_values.ts';
import { selected } from './selection.ts';
import { createShelf, type Entry, type Shelf, type ShelfFacts } from './shelf.ts';

/** The keys have the meanings of those in `LabOptions` (../lab.ts). */
export type WorldOptions = { seed: number; records: number; epoch: number; untimed: boolean };
/** One list: all records of an object, or those of one parent. */
export type LabList = { key: string; spec: ReadSpec; shape: RecordShape; shelf: Shelf; facts: ShelfFacts };
type ParentRecord = {
  record: JsonObject;
  /** Identifies the parent among those of the child object, from 1. The children's ids contain it. */
  number: number;
  /** `number - 1`. It decides how many children the parent has. */
  rank: number;
  /** The parent is in the list, but requests for its children return 404. */
  isGone: boolean;
};

export type World = {
  provider: Provider;
  routes(): readonly Route[];
  list(object: ObjectOf, parent?: ParentRecord): LabList;
  /** The parent records of an object (`each`), in list order. */
  parents(object: ObjectOf): ParentRecord[];
  /** The parent record that the path parameters identify, or null. */
  parentAt(object: ObjectOf, params: Readonly<Record<string, string>>): ParentRecord | null;
};
/** `place` identifies the record among all records of the world. */
type Placed = { record: JsonObject; place: string };
export type ObjectOf = { module: string | undefined; name: string; spec: ReadSpec };

export function createWorld(provider: Provider, options: WorldOptions): World {
  const lists = new Map<string, LabList>();
  const shapes = new Map<string, RecordShape>();
  const numbers = new Map<string, Map<string, number>>();
  const parentRecords = new WeakMap<Entry, { state: readonly unknown[]; record: JsonObject }>();
  let known: Route[] | undefined;
  let keys: Map<string, string[]> | undefined;

  function routes(): Route[] {
    known ??= routesOf(provider);
    return known;
  }

  function shapeOf(object: ObjectOf): RecordShape {
    const key = nameOf(object);
    const found = shapes.get(key);
    if (found) return found;
    keys ??= childKeys(provider);
    const made = recordShape(provider, object, { keys: keys.get(object.name) ?? [], untimed: options.untimed });
    shapes.set(key, made);
    return made;
  }

  /**
   * The field descriptions and field names that the object's endpoint returns, if it is also a metadata endpoint:
   * they are then the records of the object. Otherwise empty.
   */
  function descriptionsAt({ module, name }: ObjectOf): JsonObject[] {
    const isOwn = ({ purpose }: Route) =>
      purpose.kind === 'list' && purpose.plan.name === name && purpose.plan.module === module;
    const own = routes().find(isOwn);
    const here = routes().filter(({ address }) => address === own?.address);
    const names = here.flatMap(({ purpose }) => (purpose.kind === 'names' ? listedNames(shapeOf(purpose.plan)) : []));
    const fields = here.flatMap(({ purpose }) =>
      purpose.kind === 'fields' ? describedFields(shapeOf(purpose.plan), purpose.plan.spec.metadata ?? {}) : [],
    );
    return [...names, ...fields];
  }

  function list(object: ObjectOf, parent?: ParentRecord): LabList {
    const key = `${nameOf(object)}${parent ? `#${parent.number}` : ''}`;
    const found = lists.get(key);
    if (found) return found;
    const shape = shapeOf(object);
    const descriptions = parent ? [] : descriptionsAt(object);
    const usual = parent ? childCount(parent.rank, options.records) : options.records;
    const count = object.spec.single ? 1 : descriptions.length || usual;
    const facts: ShelfFacts = {
      ...options,
      name: `${provider.name}/${object.name}`,
      idKind: shape.idKind,
      count,
      ...(parent && { parent: parent.number }),
    };
    const made = { key, spec: object.spec, shape, facts, shelf: createShelf(facts) };
    for (const [at, description] of descriptions.entries())
      Object.assign(made.shelf.entries[at] as Entry, { changes: description });
    lists.set(key, made);
    return made;
  }

  function parents(object: ObjectOf): ParentRecord[] {
    const { each = '' } = object.spec;
    if (Array.isArray(each)) return each.map((record, rank) => ({ record, rank, number: rank + 1, isGone: false }));
    const number = numbersOf(nameOf(object));
    return recordsOf({ module: object.module, name: each }).map(({ record, place }) => {
      const rank = number(place) - 1;
      return { record, rank, number: rank + 1, isGone: rank === GONE };
    });
  }

  /**
   * Numbers the parents of one child object, in the order in which they first appear. A number never changes, because
   * the children's ids contain it.
   */
  function numbersOf(child: string): (place: string) => number {
    const known = numbers.get(child) ?? new Map<string, number>();
    numbers.set(child, known);
    return (place) => {
      const number = known.get(place) ?? known.size + 1;
      known.set(place, number);
      return number;
    };
  }

  /** All records of an object, including those of its `parts`, with their places. */
  function recordsOf({ module, name }: Omit<ObjectOf, 'spec'>): Placed[] {
    const { spec } = findObject(provider, module, name);
    if (spec.parts) return spec.parts.flatMap((part) => recordsOf({ module, name: part }));
    const object = { module, name, spec };
    const above = spec.each ? parents(object).filter(({ isGone }) => !isGone) : [undefined];
    return above.flatMap((parent) => childrenOf(object, parent));
  }

  /** The records of one list as parents, in the order of a read. A record's own parent is under its key `parent`. */
  function childrenOf(object: ObjectOf, parent: ParentRecord | undefined): Placed[] {
    const found = list(object, parent);
    return selected(found, { since: null, until: null, filters: [], beyond: null })
      .filter((entry) => !isSkipped(found.shape, entry))
      .map((entry) => ({ record: parentRecord(found, entry, parent), place: `${found.key}/${entry.index}` }));
  }

  /**
   * The record of an entry as a parent. It is cached until the entry changes, because each request for children
   * compares the records of all parents.
   */
  function parentRecord(list: LabList, entry: Entry, parent: ParentRecord | undefined): JsonObject {
    const state = [entry.updated, entry.isDeleted, entry.changes, entry.written, parent?.record] as const;
    const known = parentRecords.get(entry);
    if (known && state.every((part, at) => part === known.state[at])) return known.record;
    const record = { ...recordOf(list.shape, entry, list.facts.name), ...(parent && { parent: parent.record }) };
    parentRecords.set(entry, { state, record });
    return record;
  }

  return {
    provider,
    routes,
    list,
    parents,
    parentAt(object, params) {
      const wanted = Object.entries(params).filter(([name]) => name.startsWith('parent.'));
      const fits = ({ record }: ParentRecord) =>
        wanted.every(([name, value]) => parentText(record, name.slice('parent.'.length)) === value);
      return wanted.length === 0 ? null : (parents(object).find(fits) ?? null);
    },
  };
}

/** The rank of the parent for whose children requests return 404. */
const GONE = 2;

/** The first parent has as many children as a list has records, the second has none, each other one at most two. */
function childCount(rank: number, records: number): number {
  if (rank === 0) return records;
  return rank === 1 ? 0 : rank % 3;
}

function nameOf({ module, name }: ObjectOf): string {
  return `${module ?? ''}:${name}`;
}

/** The keys that child objects use of their parents' records, by parent object. */
function childKeys(provider: Provider): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  const put = (name: string, taken: readonly string[]) => keys.set(name, [...(keys.get(name) ?? []), ...taken]);
  for (const { module, spec } of readPlans(provider)) {
    let taken = parentKeys(spec);
    for (let each = spec.each; typeof each === 'string'; ) {
      put(
        each,
        taken.filter((key) => !key.startsWith('parent.')),
      );
      taken = taken.filter((key) => key.startsWith('parent.')).map((key) => key.slice('parent.'.length));
      each = taken.length > 0 ? findObject(provider, module, each).spec.each : undefined;
    }
  }
  return keys;
}
