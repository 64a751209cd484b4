/** What happens to an account while it is read: records are changed or deleted, and the schema drifts. */
import type { JsonObject } from '../../lib/json/json.ts';
import type { LabFault } from './lab_faults.ts';
import type { Entry } from './shelf.ts';
import type { LabList } from './world.ts';

export function changeRecords(list: LabList, { kind, count = 1, skewMs = 0 }: LabFault, now: number): void {
  if (kind === 'change-records') touch(list, living(list).slice(0, count), {}, now - skewMs);
  if (kind === 'delete-records') remove(list, living(list).slice(0, count), now);
  if (kind === 'drift') drift(list, count);
}

/** Changes records at `now`; a change to null takes a field away. */
export function touch({ shelf }: LabList, entries: readonly Entry[], changes: JsonObject, now: number): void {
  for (const entry of entries) {
    entry.updated = now;
    entry.changes = { ...entry.changes, ...changes };
  }
  shelf.version += 1;
}

/** A deletion is a change too, and has its time. */
export function remove({ shelf }: LabList, entries: readonly Entry[], now: number): void {
  for (const entry of entries) {
    entry.isDeleted = true;
    entry.updated = now;
  }
  shelf.version += 1;
}

/** In the last records of the list a field appears, one vanishes, and one is of another type. */
function drift(list: LabList, count: number): void {
  const changes: JsonObject = { lab_new_field: 'appeared', email: null, amount: 'twelve', active: ['yes'] };
  for (const entry of living(list).slice(-count)) entry.changes = { ...entry.changes, ...changes };
  list.shelf.version += 1;
}

function living({ shelf }: LabList): Entry[] {
  return shelf.entries.filter(({ isDeleted }) => !isDeleted);
}
