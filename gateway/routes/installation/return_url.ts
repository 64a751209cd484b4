import { Problem } from '../../../lib/problem/problem.ts';
import { isUrl } from '../../../lib/url/is_url.ts';
import { ANY_ORIGIN, isOriginAllowed } from '../../../lib/url/origin.ts';

/**
 * The customer goes there with the outcome, so it must be a page that the builder named: any origin of a project of 0.1.0
 * does not count, and `blob:` addresses have the origin of a page too. Throws unprocessable.
 */
export function checkReturnUrl(returnUrl: string, allowedOrigins: readonly string[]): void {
  const named = allowedOrigins.filter((origin) => origin !== ANY_ORIGIN);
  // Without backslashes, credentials and control characters, which browsers and people read differently.
  const isPlain = /^https?:\/\/[^\s\\@/?#]+(?:[/?#][^\s\\\p{Cc}]*)?$/iu.test(returnUrl) && isUrl(returnUrl);
  if (isPlain && isOriginAllowed(new URL(returnUrl).origin, named)) return;
  throw new Problem('unprocessable', "returnUrl is not at an origin of the project's allowedOrigins.", {
    issues: [{ in: 'body', name: 'returnUrl', detail: "must be at an origin of the project's allowedOrigins" }],
    remedy: 'Add the origin with PATCH /projects/{projectIdOrName} and updateMask ["allowedOrigins"].',
  });
}
