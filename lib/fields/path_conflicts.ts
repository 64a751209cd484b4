import { fieldKeys, type PathKey } from './field_path.ts';

/**
 * Finds names that cannot both be set (`areInConflict`), in time linear in their length. Comparing each pair would
 * take seconds for the thousands of names that one request may have.
 */
type PathConflicts = {
  /** The first added name, other than `name` itself, that conflicts with `name`. */
  conflictOf(name: string): string | undefined;
  add(name: string): void;
};

/** `at`: the order in which names were added. */
type AddedName = { name: string; at: number };
type PathNode = {
  /** The first two different names that end at this node: one path can be spelled in several ways. */
  ends: AddedName[];
  /** The first name that has a key below this node, by the type of that key. */
  longer: { string?: AddedName; number?: AddedName };
  below: Map<PathKey, PathNode>;
};

export function pathConflicts(): PathConflicts {
  const root = newPathNode();
  let added = 0;
  return {
    add(name) {
      const here = { name, at: added++ };
      let place = root;
      for (const key of keysOf(name)) {
        place.longer[typeof key as 'string'] ??= here;
        place = childNode(place, key);
      }
      if (place.ends.length < 2 && place.ends[0]?.name !== name) place.ends.push(here);
    },
    conflictOf(name) {
      const inTheWay: (AddedName | undefined)[] = [];
      let place: PathNode | undefined = root;
      for (const key of keysOf(name)) {
        if (!place) break;
        inTheWay.push(place.ends[0], place.longer[typeof key === 'string' ? 'number' : 'string']);
        place = place.below.get(key);
      }
      if (place) inTheWay.push(...endsOther(place, name), place.longer.string, place.longer.number);
      return earliestAdded(inTheWay)?.name;
    },
  };
}

/** Max depth, deeper than any real field. Deeper keys are ignored, so that a name takes a limited amount of memory. */
const MAX_DEPTH = 32;

function keysOf(name: string): readonly PathKey[] {
  return fieldKeys(name).slice(0, MAX_DEPTH);
}

function newPathNode(): PathNode {
  return { ends: [], longer: {}, below: new Map() };
}

function childNode({ below }: PathNode, key: PathKey): PathNode {
  const known = below.get(key);
  if (known) return known;
  const made = newPathNode();
  below.set(key, made);
  return made;
}

function endsOther({ ends }: PathNode, name: string): AddedName[] {
  return ends.filter((one) => one.name !== name).slice(0, 1);
}

function earliestAdded(names: readonly (AddedName | undefined)[]): AddedName | undefined {
  return names.reduce((first, one) => (one && (!first || one.at < first.at) ? one : first), undefined);
}
