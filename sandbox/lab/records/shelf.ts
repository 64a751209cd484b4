/**
 * The entries of one list: ids and update times. Record bodies are computed when they are served, so a long list needs
 * little memory. Ids and times rise together until a record is changed at run time.
 */
import type { JsonObject } from '../../../lib/json/json.ts';
import { dice } from './dice.ts';
import type { IdKind } from './record_shape.ts';

/**
 * `values` are keyed by the group of the record that contains them; '' is the record itself. `isNew`: a client created
 * the record, so its other fields are empty.
 */
export type Written = { isNew: boolean; values: Readonly<Record<string, JsonObject>> };

export type Entry = {
  readonly id: string;
  readonly index: number;
  /** Unix milliseconds. */
  updated: number;
  /** Changes by the control. Null removes the field. */
  changes?: JsonObject;
  /** The values that clients wrote. */
  written?: Written;
  isDeleted?: boolean;
};

export type Shelf = {
  /** In the order of their ids, including deleted ones. */
  entries: Entry[];
  /** Incremented by every change. */
  version: number;
};

/** `name`: provider and object. `count`: the number of entries at the start. `parent`: the number of the parent. */
export type ShelfFacts = { name: string; idKind: IdKind; count: number; seed: number; epoch: number; parent?: number };

const WINDOW = 90 * 24 * 3_600_000;
/** Every tenth record has the time of the record before it, to test that a cursor by time loses none of the two. */
const TIE_EVERY = 10;

export function createShelf(facts: ShelfFacts): Shelf {
  const entries: Entry[] = [];
  for (let index = 0; index < facts.count; index += 1) {
    const isTie = index % TIE_EVERY === TIE_EVERY - 1;
    const updated = isTie ? (entries[index - 1]?.updated ?? facts.epoch) : timeOf(facts, index);
    entries.push({ id: idOf(facts, index), index, updated });
  }
  return { entries, version: 0 };
}

/** Adds a record that was created at `updated` (Unix milliseconds). */
export function addEntry(shelf: Shelf, facts: ShelfFacts, updated: number): Entry {
  const index = shelf.entries.length;
  const entry: Entry = { id: idOf(facts, index), index, updated };
  shelf.entries.push(entry);
  shelf.version += 1;
  return entry;
}

function timeOf({ seed, name, count, epoch }: ShelfFacts, index: number): number {
  const step = WINDOW / Math.max(count, 1);
  return Math.floor(epoch - WINDOW + (index + dice(name, index + seed) / 0x1_0000_0000) * step);
}

/** The id at an index. Ids differ between parents and between objects. Text ids sort in index order. */
function idOf({ name, idKind, parent = 0 }: ShelfFacts, index: number): string {
  const family = (dice(name) % 9_000) + 1_000;
  const first = parent * 10_000 + family;
  if (idKind === 'number') return String(first * 1_000_000 + index + 1);
  if (idKind === 'big') return String(9_007_199_254_740_993n + BigInt(first) * 1_000_000_000n + BigInt(index));
  return `lab${family}${parent || ''}x${String(index + 1).padStart(6, '0')}`;
}
