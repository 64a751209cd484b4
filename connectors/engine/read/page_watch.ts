import { createHash } from 'node:crypto';
import { ProviderFailure } from '../answer/failure.ts';

/**
 * Detects circular paging in constant space, so that the state fits into the cursor. It stores one earlier page and
 * replaces it with the current page at page 1, 2, 4, 8 ... (Brent's algorithm). A cycle of any length is found before
 * its third round ends.
 *
 * `count`: the number of pages so far. `step` and `content`: digests of the stored page's next step and of its records.
 */
export type PageWatch = {
  count: number;
  step: string;
  content: string;
  /** How often a later page had the same content. */
  again?: number;
};

/** `isHint`: the content alone does not identify the page. Only its third occurrence counts as a cycle. */
type Seen = { step: string; content: string; isHint?: boolean };

/** The failure of a read whose paging is circular. */
export class CircularPaging extends ProviderFailure {
  constructor() {
    super('providerFault', 'Circular paging: the provider repeated a page, so the read would never end.');
    this.name = 'CircularPaging';
  }
}

const MAX_REPEATS = 2;

/** The state after one more page. Throws CircularPaging when this page or its next step repeats the stored page. */
export function watchPage(before: PageWatch | null, { isHint = false, ...seen }: Seen): PageWatch {
  const isSame = before !== null && seen.content !== '' && before.content === seen.content;
  const again = (before?.again ?? 0) + (isSame ? 1 : 0);
  if (before?.step === seen.step || (isSame && (!isHint || again >= MAX_REPEATS))) throw new CircularPaging();
  const count = (before?.count ?? 0) + 1;
  const isPowerOfTwo = (count & (count - 1)) === 0;
  if (!before || isPowerOfTwo) return { count, ...seen };
  return { ...before, count, ...(again > 0 && { again }) };
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
