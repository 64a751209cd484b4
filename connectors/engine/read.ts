/**
 * The read engine: what a provider file says becomes requests, and the answers become records. It holds one page at a
 * time and keeps no state: everything that the next page needs is in the cursor, so a read goes on after a crash, in
 * another process, as if nothing had happened.
 */
import type { Send } from '../../lib/http/outbound.ts';
import { cursorText, readCursor } from './cursor_text.ts';
import { filteredFields, planFilters, type FilterPlan } from './field_filters.ts';
import { findObject, type ObjectPlan } from './objects.ts';
import { readChildren } from './read_children.ts';
import { readPlain, START } from './read_plain.ts';
import type { Page, ReadOptions, ReadTarget } from './read_target.ts';

export type { Page, ProviderRecord, RateLimit, ReadOptions, ReadTarget } from './read_target.ts';

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
  const plan = planOf(target);
  const context = {
    target: { ...target, fields: neededFields(target, plan) },
    plan,
    send,
    now: options.now?.() ?? Date.now(),
    note: options.onInfer ?? (() => undefined),
  };
  const state = cursor === null ? null : readCursor(cursor);
  const { next, ...page } = plan.spec.each
    ? await readChildren(context, state && 'parents' in state ? state : null)
    : await readPlain(context, state && 'step' in state ? state : START);
  return { ...page, next: next && cursorText(next) };
}

/** Which of a read's filters the provider is asked for and which are left to us; throws ProviderFailure `notFound`. */
export function filterPlan(target: Omit<ReadTarget, 'auth' | 'variables' | 'fields'>): FilterPlan {
  return planFilters(planOf(target).spec, target.filters);
}

/** Some providers have one endpoint for everything and another for a selection. */
function planOf(target: Omit<ReadTarget, 'auth' | 'variables' | 'fields'>): ObjectPlan {
  const plan = findObject(target.provider, target.module, target.objectName);
  const { since, until, filters } = target;
  if (!plan.spec.narrowed) return plan;
  const spec = { ...plan.spec, ...plan.spec.narrowed };
  const isNarrowed = since !== undefined || until !== undefined || planFilters(spec, filters).pushed.length > 0;
  return isNarrowed ? { ...plan, spec } : plan;
}

/** The wanted fields, and those that are looked at here. */
function neededFields({ fields, filters }: ReadTarget, { spec }: ObjectPlan): readonly string[] {
  return fields.length === 0 ? fields : [...fields, ...filteredFields(spec, filters)];
}
