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
type Added = { name: string; at: number };
type Place = {
  /** The first two different names that end at this node: one path can be spelled in several ways. */
  ends: Added[];
  /** The first name that has a key below this node, by the type of that key. */
  longer: { string?: Added; number?: Added };
  below: Map<PathKey, Place>;
};

export function pathConflicts(): PathConflicts {
  const root = aPlace();
  let added = 0;
  return {
    add(name) {
      const here = { name, at: added++ };
      let place = root;
      for (const key of keysOf(name)) {
        place.longer[typeof key as 'string'] ??= here;
        place = nextOf(place, key);
      }
      if (place.ends.length < 2 && place.ends[0]?.name !== name) place.ends.push(here);
    },
    conflictOf(name) {
      const inTheWay: (Added | undefined)[] = [];
      let place: Place | undefined = root;
      for (const key of keysOf(name)) {
        if (!place) break;
        inTheWay.push(place.ends[0], place.longer[typeof key === 'string' ? 'number' : 'string']);
        place = place.below.get(key);
      }
      if (place) inTheWay.push(...endsOther(place, name), place.longer.string, place.longer.number);
      return earliest(inTheWay)?.name;
    },
  };
}

/** Max depth, deeper than any real field. Deeper keys are ignored, so that a name takes a limited amount of memory. */
const MAX_DEPTH = 32;

function keysOf(name: string): readonly PathKey[] {
  return fieldKeys(name).slice(0, MAX_DEPTH);
}

function aPlace(): Place {
  return { ends: [], longer: {}, below: new Map() };
}

function nextOf({ below }: Place, key: PathKey): Place {
  const known = below.get(key);
  if (known) return known;
  const made = aPlace();
  below.set(key, made);
  return made;
}

function endsOther({ ends }: Place, name: string): Added[] {
  return ends.filter((one) => one.name !== name).slice(0, 1);
}

function earliest(names: readonly (Added | undefined)[]): Added | undefined {
  return names.reduce((first, one) => (one && (!first || one.at < first.at) ? one : first), undefined);
}
