/**
 * Delivers deleted records as tombstones. The `deleted` section of the provider file has three keys:
 *
 * - `when`: a listed record is marked as deleted;
 * - `ask`: like `when`, but the list contains deleted records only on request (`showDeleted=true`, another path);
 * - `list`: a separate list of deleted records, read after the list of changes.
 *
 * Only a read of changes delivers tombstones: the receiver of a full read has no earlier records to delete. A full read
 * skips records that are marked as deleted and counts them as `deleted`.
 */

import type { Json } from '../../../lib/json/json.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import type { ProviderRecord } from '../answer/provider_record.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import type { ReadSpec } from '../file/provider.ts';
import { firstPath, getPath } from '../json_path.ts';
import { findObject } from '../objects/objects.ts';
import type { ReadTarget } from '../request/read_target.ts';
import type { CursorState, DeletedPosition } from './cursor_text.ts';
import { narrowedPlan } from './narrowed.ts';
import type { AnyPage } from './read_children.ts';
import type { ReadContext } from './read_plain.ts';

type ReadAny = (context: ReadContext, at: CursorState | null) => Promise<AnyPage>;
type DeletedOptions = Pick<ReadTarget, 'tombstones' | 'since'>;

function asksForDeleted({ tombstones, since }: DeletedOptions): boolean {
  return tombstones === true && since !== undefined;
}

/** The plan of the read. If tombstones are wanted, it applies the overrides of `deleted.ask`. */
export function planWithDeleted(target: ReadTarget): ObjectPlan {
  const plan = narrowedPlan(target);
  const ask = plan.spec.deleted?.ask;
  return ask && asksForDeleted(target) ? { ...plan, spec: over(plan.spec, ask) } : plan;
}

/**
 * Reads one page of the changes. After the last page of the changes, reads the list of deleted records page by page, if
 * the file declares this list.
 */
export async function readWithDeleted(
  context: ReadContext,
  at: CursorState | null,
  readAny: ReadAny,
): Promise<AnyPage> {
  if (at && 'deleted' in at) return readDeleted(context, at, readAny);
  const page = await readAny(context, at);
  const isLast = page.next === null && hasDeletedList(context);
  return isLast ? { ...page, next: { deleted: null } } : page;
}

function hasDeletedList({ plan, target }: ReadContext): boolean {
  return plan.spec.deleted?.list !== undefined && asksForDeleted(target);
}

/** Reads one page of the list of deleted records. Field filters are dropped, because tombstones have no fields. */
async function readDeleted(
  { target, ...context }: ReadContext,
  { deleted }: DeletedPosition,
  readAny: ReadAny,
): Promise<AnyPage> {
  const { narrowed: _narrowed, ...whole } = findObject(target.provider, target.module, target.objectName).spec;
  const spec = { ...over(whole, { since: { here: true }, ...whole.deleted?.list }), isAllDeleted: true };
  const own = { ...context, target: { ...target, filters: [] }, plan: { ...context.plan, spec } };
  const page = await readAny(own, deleted);
  return { ...page, next: page.next && { deleted: page.next } };
}

function over(spec: ReadSpec, other: Partial<ReadSpec>): ReadSpec {
  return { ...spec, ...other, ...(other.query && { query: { ...spec.query, ...other.query } }) };
}

/**
 * Separates deleted records from current records. A tombstone's time is the time of deletion, if the provider states
 * it. `left`: the number of deleted records that are left out, because the read delivers no tombstones.
 */
export function separateDeleted(
  records: readonly ProviderRecord[],
  { deleted, isAllDeleted }: ReadSpec & { isAllDeleted?: boolean },
  target: DeletedOptions,
): { current: ProviderRecord[]; deletedRecords: ProviderRecord[]; left: number } {
  if (!deleted) return { current: [...records], deletedRecords: [], left: 0 };
  const isDeleted = ({ raw }: ProviderRecord) => isAllDeleted === true || isMarked(raw, deleted.when);
  const current = records.filter((record) => !isDeleted(record));
  if (!asksForDeleted(target)) return { current, deletedRecords: [], left: records.length - current.length };
  const deletedRecords = records.filter(isDeleted).map((record) => {
    const at = deleted.at === undefined ? null : scalarText(firstPath(record.raw, deleted.at));
    return { ...record, updatedAt: at ?? record.updatedAt, deleted: { at: at ?? null } };
  });
  return { current, deletedRecords, left: 0 };
}

function isMarked(raw: Json, when: { path: string; equals?: Json } | undefined): boolean {
  if (!when) return false;
  const value = getPath(raw, when.path);
  if (when.equals !== undefined) return value === when.equals;
  return value !== undefined && value !== null && value !== false;
}
