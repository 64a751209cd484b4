/** One simulated provider: its file, its routes, and every list it holds. */
import type { JsonObject } from '../../lib/json/json.ts';
import { scalarText } from '../../lib/json/scalar_text.ts';
import { getPath } from '../../connectors/engine/json_path.ts';
import { findObject } from '../../connectors/engine/objects.ts';
import type { Provider, ReadSpec } from '../../connectors/engine/provider.ts';
import { describedFields, listedNames } from './described_fields.ts';
import { recordShape, type RecordShape } from './record_shape.ts';
import { isSkipped, recordOf } from './record_values.ts';
import { readPlans } from './read_plan.ts';
import { routesOf, type Route } from './routes.ts';
import { createShelf, type Entry, type Shelf, type ShelfFacts } from './shelf.ts';

export type WorldOptions = { seed: number; records: number; epoch: number };
/** One list: an object, or the part of it that lies below one parent record. */
export type LabList = { key: string; spec: ReadSpec; shape: RecordShape; shelf: Shelf; facts: ShelfFacts };
export type ParentRecord = { entry: Entry; record: ReturnType<typeof recordOf>; number: number; isGone: boolean };

export type World = {
  provider: Provider;
  routes(): readonly Route[];
  list(object: ObjectOf, parent?: ParentRecord): LabList;
  /** The records that an object's `each` names, in the order in which they are listed. */
  parents(object: ObjectOf): ParentRecord[];
  /** The parent that a path speaks of; null when there is none. */
  parentAt(object: ObjectOf, params: Readonly<Record<string, string>>): ParentRecord | null;
};
export type ObjectOf = { module: string | undefined; name: string; spec: ReadSpec };

export function createWorld(provider: Provider, options: WorldOptions): World {
  const lists = new Map<string, LabList>();
  const shapes = new Map<string, RecordShape>();
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
    const made = recordShape(provider, object, keys.get(object.name) ?? []);
    shapes.set(key, made);
    return made;
  }

  /** An object whose endpoint also describes fields, or names custom ones, holds those descriptions and nothing else. */
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
    const usual = parent ? childCount(parent.entry.index, options.records) : options.records;
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
    const name = object.spec.each ?? '';
    const above: ObjectOf = { module: object.module, name, spec: findObject(provider, object.module, name).spec };
    const listed = above.spec.each ? parents(above).filter(({ isGone }) => !isGone) : [undefined];
    return listed.flatMap((parent) => {
      const { shape, shelf, facts } = list(above, parent);
      return shelf.entries
        .filter((entry) => !entry.isDeleted && !isSkipped(shape, entry))
        .map((entry) => ({
          entry,
          record: recordOf(shape, entry, facts.name),
          number: (parent?.number ?? 0) * 10_000 + entry.index + 1,
          isGone: entry.index === GONE,
        }));
    });
  }

  return {
    provider,
    routes,
    list,
    parents,
    parentAt(object, params) {
      const wanted = Object.entries(params).filter(([name]) => /^parent\.(?!parent\.)/.test(name));
      const fits = ({ record }: ParentRecord) =>
        wanted.every(([name, value]) => scalarText(getPath(record, name.slice('parent.'.length))) === value);
      return parents(object).find(fits) ?? null;
    },
  };
}

/** The first parent has many children, the second none, and the third is gone when its children are asked for. */
const GONE = 2;
function childCount(parentIndex: number, records: number): number {
  if (parentIndex === 0) return records;
  return parentIndex === 1 ? 0 : parentIndex % 3;
}

function nameOf({ module, name }: ObjectOf): string {
  return `${module ?? ''}:${name}`;
}

/** What the paths of child objects take from their parents' records, by the parent's name. */
function childKeys(provider: Provider): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const { spec } of readPlans(provider)) {
    if (!spec.each) continue;
    const taken = [...JSON.stringify([spec.path, spec.query, spec.body]).matchAll(/\{parent\.((?!parent\.)[^}]+)\}/g)];
    keys.set(spec.each, [...(keys.get(spec.each) ?? []), ...taken.map(([, key]) => key as string)]);
  }
  return keys;
}
