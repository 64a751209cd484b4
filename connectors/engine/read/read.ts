/**
 * The read engine: builds requests from a provider file and converts responses to records. It holds one page at a time
 * and is stateless. The cursor contains everything that the next page needs, so a read can continue after a crash or in
 * another process.
 */
import type { SendRequest } from '../../../lib/http/outbound.ts';
import type { ObjectPlan } from '../file/object_plan.ts';
import { assertReadable } from '../paging/named_paging.ts';
import { type FilterPlan, filteredFields, planFilters } from '../request/pushed_filters.ts';
import type { ReadTarget } from '../request/read_target.ts';
import { type CursorState, cursorText, readCursor } from './cursor_text.ts';
import { withDescribedFields } from './described_fields.ts';
import { narrowedPlan } from './narrowed.ts';
import type { Page, ReadOptions } from './page.ts';
import { type AnyPage, readChildren } from './read_children.ts';
import { planWithDeleted, readWithDeleted } from './read_deleted.ts';
import { readJob } from './read_job.ts';
import { readParts } from './read_parts.ts';
import { FIRST_PAGE, type ReadContext, readPlain } from './read_plain.ts';
import { readWindows } from './read_windows.ts';

export type { ProviderRecord } from '../answer/provider_record.ts';
export type { ReadTarget } from '../request/read_target.ts';
export type { Page, ReadOptions } from './page.ts';

const MAX_NOTE = 300;

/**
 * Reads one page. `cursor` is null for the first page, and the previous page's `next` for every other page. A page may
 * be empty and still have a `next`. Throws ProviderFailure; a cancelled call rethrows the error of `send`.
 */
export async function readPage(
  target: ReadTarget,
  cursor: string | null,
  send: SendRequest,
  options: ReadOptions,
): Promise<Page> {
  const plan = planWithDeleted(target);
  const at = cursor === null ? null : readCursor(cursor);
  const context = await withDescribedFields(at, {
    target: { ...target, fields: neededFields(target, plan) },
    plan,
    send,
    now: options.now(),
    // A note may quote the provider, so its length is capped.
    note: (text) => options.onInfer?.(text.slice(0, MAX_NOTE)),
  });
  const { next, parent: _parent, total, ...page } = await readWithDeleted(context, at, readAny);
  return {
    ...page,
    ...(total !== undefined && isOneList(plan) && { total }),
    fetched: page.fetched ?? 0,
    skipped: page.skipped ?? {},
    next: next && cursorText(next),
  };
}

/** Whether the object is a single list. Otherwise a response's total counts only one of its lists. */
function isOneList({ spec }: ObjectPlan): boolean {
  return !spec.parts && !spec.windows && !spec.each;
}

/**
 * Splits a read's filters into filters for the provider and filters that the engine applies. Throws ProviderFailure
 * `notFound`.
 */
export function filterPlan(target: Omit<ReadTarget, 'auth' | 'variables' | 'fields'>): FilterPlan {
  return planFilters(narrowedPlan(target).spec, target.filters);
}

/** The wanted fields, and the fields that the engine's own filters need. */
function neededFields({ fields, filters }: ReadTarget, { spec }: ObjectPlan): readonly string[] {
  return fields.length === 0 ? fields : [...fields, ...filteredFields(spec, filters)];
}

/**
 * Reads one page of any kind of object: a plain list, a list for each parent record, several lists, time windows, or
 * the results of a job.
 */
async function readAny(context: ReadContext, at: CursorState | null): Promise<AnyPage> {
  assertReadable(context.target.provider, context.plan);
  const { spec } = context.plan;
  if (spec.parts) return readParts(context, at && 'part' in at ? at : null, readAny);
  if (spec.windows) return readWindows(context, at && 'window' in at ? at : null, readAny);
  if (spec.each) return readChildren(context, at && 'parents' in at ? at : null, readAny);
  if (spec.job) return readJob(context, at && 'job' in at ? at : null);
  return readPlain(context, at && 'step' in at ? at : FIRST_PAGE);
}
