import fc from 'fast-check';
import { junk, junkText } from './junk.ts';

type Holder = Record<string, unknown> | unknown[];
type PathNode = { holder: Holder; key: string | number };
/** One way to corrupt a value: the place (an index over all its nodes), the change, and the new content. */
export type Mutation = { at: number; how: (typeof WAYS)[number]; junk: unknown; word: string; cut: number };

const WAYS = ['replace', 'remove', 'add', 'rename', 'repeat', 'cut', 'wrap', 'swap'] as const;

export const mutations = (): fc.Arbitrary<Mutation> =>
  fc.record({
    at: fc.nat(200),
    how: fc.constantFrom(...WAYS),
    junk: junk(),
    word: junkText(),
    cut: fc.nat(400),
  });

/** Applies the mutations to a copy of the value, one after the other. */
export function mutated(value: unknown, some: readonly Mutation[]): unknown {
  const root = { value: structuredClone(value) };
  for (const mutation of some) {
    const nodes = nodesOf(root);
    const node = nodes[mutation.at % nodes.length];
    // A copy, because junk constants are shared objects: an object that contains itself would be endless.
    if (node) mutate(node, { ...mutation, junk: structuredClone(mutation.junk) });
  }
  return root.value;
}

function nodesOf(holder: Holder): PathNode[] {
  return Object.entries(holder).flatMap(([name, value]) => {
    const key = Array.isArray(holder) ? Number(name) : name;
    return [{ holder, key }, ...(typeof value === 'object' && value !== null ? nodesOf(value as Holder) : [])];
  });
}

function mutate({ holder, key }: PathNode, { how, junk, word, cut }: Mutation): void {
  const all = holder as Record<string | number, unknown>;
  const value = all[key];
  if (how === 'replace') all[key] = junk;
  else if (how === 'remove' && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (how === 'remove') delete all[key];
  else if (how === 'add' && typeof value === 'object' && value !== null) own(value, word, junk);
  else if (how === 'add') own(holder, word, junk);
  else if (how === 'rename' && !Array.isArray(holder)) {
    delete all[key];
    own(holder, word, value);
  } else if (how === 'repeat') all[key] = Array.isArray(value) ? [...value, ...value, ...value] : [value, value];
  else if (how === 'cut' && typeof value === 'string') all[key] = value.slice(0, cut) + word + value.slice(cut + 3);
  else if (how === 'wrap') all[key] = { [word]: value };
  else all[key] = swapped(value);
}

/**
 * Sets a property, also `__proto__`, which plain assignment would treat as the prototype. A list gets a new item
 * instead.
 */
function own(holder: object, key: string, value: unknown): void {
  if (Array.isArray(holder)) {
    holder.push(value);
    return;
  }
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

function swapped(value: unknown): unknown {
  if (typeof value === 'string') return value.length;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === null ? {} : null;
}
