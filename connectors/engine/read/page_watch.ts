import { createHash } from 'node:crypto';
import { ProviderFailure } from '../answer/failure.ts';

/**
 * Notices that a provider leads in circles, in constant space, so that it fits into the cursor: one earlier page is
 * remembered, and replaced by the current one at page 1, 2, 4, 8 ... (Brent). A circle of any length is found before
 * it was walked three times.
 */
export type PageWatch = { count: number; step: string; content: string };

export type Seen = { step: string; content: string };

/** The watch after one more page; throws ProviderFailure `providerFault` when this page, or the way on, came before. */
export function watchPage(before: PageWatch | null, seen: Seen): PageWatch {
  if (before && isRepeated(before, seen))
    throw new ProviderFailure('providerFault', 'The provider repeated a page: reading on would never end.');
  const count = (before?.count ?? 0) + 1;
  const isPowerOfTwo = (count & (count - 1)) === 0;
  return before && !isPowerOfTwo ? { ...before, count } : { count, ...seen };
}

function isRepeated(before: PageWatch, seen: Seen): boolean {
  return before.step === seen.step || (seen.content !== '' && before.content === seen.content);
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
