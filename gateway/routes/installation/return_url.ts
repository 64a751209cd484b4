import { Problem } from '../../../lib/problem/problem.ts';
import { isUrl } from '../../../lib/url/is_url.ts';
import { ANY_ORIGIN, isOriginAllowed } from '../../../lib/url/origin.ts';

/**
 * Checks the URL to which the customer is sent with the outcome. The builder must allow its origin; the wildcard, which
 * projects of version 0.1.0 may have, does not count. `blob:` URLs are refused, because they have the origin of the
 * page that made them. Throws unprocessable.
 */
export function checkReturnUrl(returnUrl: string, allowedOrigins: readonly string[]): void {
  const named = allowedOrigins.filter((origin) => origin !== ANY_ORIGIN);
  // Browsers and people read backslashes, credentials and control characters differently, so the URL may not have them.
  const isPlain = /^https?:\/\/[^\s\\@/?#]+(?:[/?#][^\s\\\p{Cc}]*)?$/iu.test(returnUrl) && isUrl(returnUrl);
  if (isPlain && isOriginAllowed(new URL(returnUrl).origin, named)) return;
  throw new Problem('unprocessable', "returnUrl is not at an origin of the project's allowedOrigins.", {
    issues: [{ in: 'body', name: 'returnUrl', detail: "must be at an origin of the project's allowedOrigins" }],
    remedy: 'Add the origin with PATCH /projects/{projectIdOrName} and updateMask ["allowedOrigins"].',
  });
}
