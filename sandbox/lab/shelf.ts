/**
 * The entries of one list: who is there, and when it was last changed. Bodies are computed when they are served, so a
 * long list costs little. Ids and times rise together until something is changed while the lab runs.
 */
import type { JsonObject } from '../../lib/json/json.ts';
import { dice } from './dice.ts';
import type { IdKind } from './record_shape.ts';

export type Entry = {
  readonly id: string;
  readonly index: number;
  /** Unix milliseconds. */
  updated: number;
  changes?: JsonObject;
  isDeleted?: boolean;
};

export type Shelf = {
  /** In the order of their ids, the deleted ones among them. */
  entries: Entry[];
  /** Rises with every change. */
  version: number;
};

export type ShelfFacts = { name: string; idKind: IdKind; count: number; seed: number; epoch: number; parent?: number };

const WINDOW = 90 * 24 * 3_600_000;
/** Every tenth record shares its time with the one before: a cursor over times must not lose one of them. */
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

/** One more record, as if somebody had made it at `updated`. */
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

/** Ids below different parents differ, and so do those of different objects; text ids sort as they rise. */
function idOf({ name, idKind, parent = 0 }: ShelfFacts, index: number): string {
  const family = (dice(name) % 9_000) + 1_000;
  const first = parent * 10_000 + family;
  if (idKind === 'number') return String(first * 1_000_000 + index + 1);
  if (idKind === 'big') return String(9_007_199_254_740_993n + BigInt(first) * 1_000_000_000n + BigInt(index));
  return `lab${family}${parent || ''}x${String(index + 1).padStart(6, '0')}`;
}
