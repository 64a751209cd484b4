/**
 * What a provider tells of deleted records, as tombstones among the records. Three ways, by the file's `deleted`:
 *
 *   when   a listed record says of itself that it was deleted
 *   ask    the same, in a list that holds them only when it is asked to (`showDeleted=true`, another path)
 *   list   a list of deleted records alone, read behind the list of changes
 *
 * Only a read of changes asks for them: whoever reads everything has nothing yet that could be deleted. There a record
 * that says so is left out, and counted as `deleted`.
 */
import { getPath, firstPath } from '../json_path.ts';
import { scalarText } from '../../../lib/json/scalar_text.ts';
import type { Json } from '../../../lib/json/json.ts';
import type { ReadSpec } from '../file/provider.ts';
import { narrowedPlan } from '../objects/narrowed.ts';
import { findObject, type ObjectPlan } from '../objects/objects.ts';
import type { CursorState, DeletedPosition } from './cursor_text.ts';
import type { AnyPage } from './read_children.ts';
import type { ReadContext } from './read_plain.ts';
import type { ProviderRecord, ReadTarget } from './read_target.ts';

type ReadAny = (context: ReadContext, at: CursorState | null) => Promise<AnyPage>;
type Asked = Pick<ReadTarget, 'tombstones' | 'since'>;

function asksForDeleted({ tombstones, since }: Asked): boolean {
  return tombstones === true && since !== undefined;
}

/** The object as it is read, deleted records in its list where they are wanted and that is how they are had. */
export function planWithDeleted(target: ReadTarget): ObjectPlan {
  const plan = narrowedPlan(target);
  const ask = plan.spec.deleted?.ask;
  return ask && asksForDeleted(target) ? { ...plan, spec: over(plan.spec, ask) } : plan;
}

/** One page of the changes, and behind them of the list of deleted records where there is one. */
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

/** The list of deleted records knows no filters: those of the read are left off, as nothing can be said of the fields. */
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

/** Parts tombstones from records. A tombstone's time is that of the deletion, where the provider says it. */
export function partDeleted(
  records: readonly ProviderRecord[],
  { deleted, isAllDeleted }: ReadSpec & { isAllDeleted?: boolean },
  target: Asked,
): { living: ProviderRecord[]; gone: ProviderRecord[]; left: number } {
  if (!deleted) return { living: [...records], gone: [], left: 0 };
  const isGone = ({ raw }: ProviderRecord) => isAllDeleted === true || isMarked(raw, deleted.when);
  const living = records.filter((record) => !isGone(record));
  if (!asksForDeleted(target)) return { living, gone: [], left: records.length - living.length };
  const gone = records.filter(isGone).map((record) => {
    const at = deleted.at === undefined ? null : scalarText(firstPath(record.raw, deleted.at));
    return { ...record, updatedAt: at ?? record.updatedAt, deleted: { at: at ?? null } };
  });
  return { living, gone, left: 0 };
}

function isMarked(raw: Json, when: { path: string; equals?: Json } | undefined): boolean {
  if (!when) return false;
  const value = getPath(raw, when.path);
  if (when.equals !== undefined) return value === when.equals;
  return value !== undefined && value !== null && value !== false;
}
