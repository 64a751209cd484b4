/**
 * Records that were created or changed while the sandbox runs. An overlay record hides the computed record of the same
 * id. It comes after all computed records, because it was updated later: a changed record moves to the end, as at a
 * real provider.
 */
import type { Clock } from '../lib/time/clock.ts';
import { fieldIndex } from './fields.ts';
import { indexOfId, type ObjectName, type RecordSpace, recordId, updatedAt, valueTexts } from './records.ts';

/** `sequence` orders the entries and rises with `updateTime`. A page's cursor contains it. */
export type OverlayEntry = { sequence: number; id: string; updateTime: number; texts: string[] };

/** JSON texts by field name. */
export type Changes = Record<string, string>;

export type Overlay = {
  /** Adds a record with the next free index: a computed record with `changes` applied. */
  create(object: ObjectName, changes: Changes): OverlayEntry;
  /** Changes a record. Null when the id is unknown. */
  update(object: ObjectName, id: string, changes: Changes): OverlayEntry | null;
  /** False when the id is unknown. */
  remove(object: ObjectName, id: string): boolean;
  find(object: ObjectName, id: string): OverlayEntry | null;
  isRemoved(object: ObjectName, id: string): boolean;
  /** In order of `sequence`. */
  entries(object: ObjectName): IterableIterator<OverlayEntry>;
  size(object: ObjectName): number;
  isHidden(object: ObjectName, index: number): boolean;
  hiddenWithin(object: ObjectName, start: number, end: number): number;
};

/** `hidden`: indexes of the computed records that were changed or removed. `created`: the number of added records. */
type Shelf = { byId: Map<string, OverlayEntry>; hidden: Set<number>; removed: Set<string>; created: number };

export function createOverlay(space: RecordSpace, clock: Clock): Overlay {
  const shelves = new Map<ObjectName, Shelf>();
  let sequence = 0;
  let latest = space.records > 0 ? updatedAt(space, space.records - 1) : 0;

  function shelf(object: ObjectName): Shelf {
    const found = shelves.get(object) ?? { byId: new Map(), hidden: new Set(), removed: new Set(), created: 0 };
    shelves.set(object, found);
    return found;
  }

  /** Stores the new state of a record. Each state gets a later time than all before, so a client can resume by time. */
  function put(object: ObjectName, id: string, texts: string[], changes: Changes): OverlayEntry {
    latest = Math.max(clock.now(), latest + 1);
    const entry = { sequence: ++sequence, id, updateTime: latest, texts: [...texts] };
    set(entry.texts, { ...changes, id: JSON.stringify(id), updated_at: `"${new Date(latest).toISOString()}"` });
    const { byId } = shelf(object);
    byId.delete(id);
    byId.set(id, entry);
    return entry;
  }

  const isRemoved = (object: ObjectName, id: string) => shelf(object).removed.has(id);

  return {
    create(object, changes) {
      const index = space.records + shelf(object).created++;
      const created = { ...changes, created_at: `"${new Date(clock.now()).toISOString()}"` };
      return put(object, recordId(object, index), valueTexts(space, object, index), created);
    },
    update(object, id, changes) {
      const { byId, hidden } = shelf(object);
      const known = byId.get(id);
      if (known) return put(object, id, known.texts, changes);
      const index = isRemoved(object, id) ? null : indexOfId(space, object, id);
      if (index === null) return null;
      hidden.add(index);
      return put(object, id, valueTexts(space, object, index), changes);
    },
    remove(object, id) {
      const { byId, hidden, removed } = shelf(object);
      const index = isRemoved(object, id) ? null : indexOfId(space, object, id);
      if (index !== null) hidden.add(index);
      if (!byId.delete(id) && index === null) return false;
      removed.add(id);
      return true;
    },
    isRemoved,
    find: (object, id) => shelf(object).byId.get(id) ?? null,
    entries: (object) => shelf(object).byId.values(),
    size: (object) => shelf(object).byId.size,
    isHidden: (object, index) => shelf(object).hidden.has(index),
    hiddenWithin(object, start, end) {
      let count = 0;
      for (const index of shelf(object).hidden) if (index >= start && index < end) count += 1;
      return count;
    },
  };
}

function set(texts: string[], changes: Changes): void {
  for (const [name, text] of Object.entries(changes)) texts[fieldIndex.get(name)!] = text;
}
