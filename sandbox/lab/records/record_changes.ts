/** Changes of records at run time: by faults during a read, by the control (`touch`, `remove`) and by client writes. */
import { isObject, type JsonObject } from '../../../lib/json/json.ts';
import type { LabFault } from '../faults/lab_faults.ts';
import type { Entry, Written } from './shelf.ts';
import type { LabList } from './world.ts';

/** Applies a fault that changes the account, as other users do during a read. Other faults do nothing here. */
export function changeRecords(list: LabList, { kind, count = 1, skewMs = 0 }: LabFault, now: number): void {
  if (kind === 'change-records') touch(list, current(list).slice(0, count), {}, now - skewMs);
  if (kind === 'delete-records') remove(list, current(list).slice(0, count), now);
  if (kind === 'drift') drift(list, count);
}

/** Changes records at time `now` (Unix milliseconds). A null value removes a field. */
export function touch({ shelf }: LabList, entries: readonly Entry[], changes: JsonObject, now: number): void {
  for (const entry of entries) {
    entry.updated = now;
    entry.changes = { ...entry.changes, ...changes };
  }
  shelf.version += 1;
}

/** Writes values as a client does: null empties a field, and values of a group leave the rest of it alone. */
export function write({ shelf }: LabList, entry: Entry, { isNew, values }: Written, now: number): void {
  const before = entry.written?.values ?? {};
  const merged = Object.entries(values).map(([group, own]) => [group, { ...before[group], ...own }]);
  entry.written = {
    isNew: isNew || entry.written?.isNew === true,
    values: { ...before, ...Object.fromEntries(merged) },
  };
  if (entry.changes) entry.changes = without(entry.changes, values);
  entry.updated = now;
  shelf.version += 1;
}

/** The changes of the control without the values that a later write replaces. */
function without(changes: JsonObject, values: Written['values']): JsonObject {
  const own = values[''] ?? {};
  const kept = Object.entries(changes).filter(([name]) => !Object.hasOwn(own, name));
  return Object.fromEntries(
    kept.map(([name, part]) => [name, isObject(part) && values[name] ? { ...part, ...values[name] } : part]),
  );
}

/** Deletes records. A deletion sets the update time too. */
export function remove({ shelf }: LabList, entries: readonly Entry[], now: number): void {
  for (const entry of entries) {
    entry.isDeleted = true;
    entry.updated = now;
  }
  shelf.version += 1;
}

/** Schema drift in the last records of the list: a new field, a removed field, and fields of another type. */
function drift(list: LabList, count: number): void {
  const changes: JsonObject = { lab_new_field: 'appeared', email: null, amount: 'twelve', active: ['yes'] };
  for (const entry of current(list).slice(-count)) entry.changes = { ...entry.changes, ...changes };
  list.shelf.version += 1;
}

function current({ shelf }: LabList): Entry[] {
  return shelf.entries.filter(({ isDeleted }) => !isDeleted);
}
