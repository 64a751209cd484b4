/**
 * The read engine: what a provider file says becomes requests, and the answers become records. It holds one page at a
 * time and keeps no state: everything that the next page needs is in the cursor, so a read goes on after a crash, in
 * another process, as if nothing had happened.
 */
import type { Send } from '../../../lib/http/outbound.ts';
import { cursorText, readCursor, type CursorState } from './cursor_text.ts';
import { filteredFields, planFilters, type FilterPlan } from './field_filters.ts';
import { described } from '../fields/described_fields.ts';
import { narrowedPlan } from '../objects/narrowed.ts';
import type { ObjectPlan } from '../objects/objects.ts';
import { readChildren, type AnyPage } from './read_children.ts';
import { planWithDeleted, readWithDeleted } from './read_deleted.ts';
import { readJob } from './read_job.ts';
import { readParts } from './read_parts.ts';
import { type ReadContext, readPlain, START } from './read_plain.ts';
import { readWindows } from './read_windows.ts';
import type { Page, ReadOptions, ReadTarget } from './read_target.ts';

export type { Page, ProviderRecord, ReadOptions, ReadTarget } from './read_target.ts';

const LONGEST_NOTE = 300;

/**
 * Reads one page; `cursor` is null for the first and the page before's `next` for every other. A page may be empty
 * while `next` leads on. Throws ProviderFailure, and what `send` throws when the call was cancelled.
 */
export async function readPage(
  target: ReadTarget,
  cursor: string | null,
  send: Send,
  options: ReadOptions = {},
): Promise<Page> {
  const plan = planWithDeleted(target);
  const at = cursor === null ? null : readCursor(cursor);
  const context = await described(at, {
    target: { ...target, fields: neededFields(target, plan) },
    plan,
    send,
    now: options.now?.() ?? Date.now(),
    // A note may quote the provider, at whatever length.
    mayCircle: options.mayCircle === true,
    note: (text) => options.onInfer?.(text.slice(0, LONGEST_NOTE)),
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

/** Where an object is many lists, the total that an answer names is that of one of them. */
function isOneList({ spec }: ObjectPlan): boolean {
  return !spec.parts && !spec.windows && !spec.each;
}

/** Which of a read's filters the provider is asked for and which are left to us; throws ProviderFailure `notFound`. */
export function filterPlan(target: Omit<ReadTarget, 'auth' | 'variables' | 'fields'>): FilterPlan {
  return planFilters(narrowedPlan(target).spec, target.filters);
}

/** The wanted fields, and those that are looked at here. */
function neededFields({ fields, filters }: ReadTarget, { spec }: ObjectPlan): readonly string[] {
  return fields.length === 0 ? fields : [...fields, ...filteredFields(spec, filters)];
}

/**
 * One page of an object of whatever kind: a plain list, a list below each record of another, several lists, one
 * window of time after the other, or the results of a job.
 */
async function readAny(context: ReadContext, at: CursorState | null): Promise<AnyPage> {
  const { spec } = context.plan;
  if (spec.parts) return readParts(context, at && 'part' in at ? at : null, readAny);
  if (spec.windows) return readWindows(context, at && 'window' in at ? at : null, readAny);
  if (spec.each) return readChildren(context, at && 'parents' in at ? at : null, readAny);
  if (spec.job) return readJob(context, at && 'job' in at ? at : null);
  return readPlain(context, at && 'step' in at ? at : START);
}
