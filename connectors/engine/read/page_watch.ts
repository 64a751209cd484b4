import { createHash } from 'node:crypto';
import { ProviderFailure } from '../answer/failure.ts';

/**
 * Notices that a provider leads in circles, in constant space, so that it fits into the cursor: one earlier page is
 * remembered, and replaced by the current one at page 1, 2, 4, 8 ... (Brent). A circle of any length is found before
 * it was walked three times.
 */
export type PageWatch = {
  count: number;
  step: string;
  content: string;
  /** How often its content came again. */
  again?: number;
};

/** `isHint`: the way on is what tells pages apart; the same content may come twice, and only a third time is a circle. */
export type Seen = { step: string; content: string; isHint?: boolean };

/** By this name a read fails that has no end. */
export class CircularPaging extends ProviderFailure {
  constructor() {
    super('providerFault', 'Circular paging: the provider repeated a page, and reading on would never end.');
    this.name = 'CircularPaging';
  }
}

const MOST_AGAIN = 2;

/** The watch after one more page; throws CircularPaging when this page, or the way on, came before. */
export function watchPage(before: PageWatch | null, { isHint = false, ...seen }: Seen): PageWatch {
  const isSame = before !== null && seen.content !== '' && before.content === seen.content;
  const again = (before?.again ?? 0) + (isSame ? 1 : 0);
  if (before?.step === seen.step || (isSame && (!isHint || again >= MOST_AGAIN))) throw new CircularPaging();
  const count = (before?.count ?? 0) + 1;
  const isPowerOfTwo = (count & (count - 1)) === 0;
  if (!before || isPowerOfTwo) return { count, ...seen };
  return { ...before, count, ...(again > 0 && { again }) };
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
