/**
 * The read engine: what a provider file says becomes requests, and the answers become records. It holds one page at a
 * time and keeps no state: everything that the next page needs is in the cursor, so a read goes on after a crash, in
 * another process, as if nothing had happened.
 */
import type { Send } from '../../lib/http/outbound.ts';
import { cursorText, readCursor } from './cursor_text.ts';
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
  const plan = narrowed(findObject(target.provider, target.module, target.objectName), target);
  const context = {
    target,
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

/** Some providers have one endpoint for everything and another for a selection. */
function narrowed(plan: ObjectPlan, { since, until, filters }: ReadTarget): ObjectPlan {
  const isNarrowed = since !== undefined || until !== undefined || (filters !== undefined && filters.length > 0);
  return isNarrowed && plan.spec.narrowed ? { ...plan, spec: { ...plan.spec, ...plan.spec.narrowed } } : plan;
}
