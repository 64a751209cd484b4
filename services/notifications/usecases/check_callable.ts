import { Problem } from '../../../lib/problem/problem.ts';

/** The fault of a URL, as a sentence; null when it may be called. */
export type UrlFault = (url: string) => string | null;

/**
 * Throws unprocessable for a URL that may never be called. The dialer checks every call; this check tells the author
 * early.
 */
export function checkCallable(url: string, urlFault: UrlFault): void {
  const detail = urlFault(url);
  if (detail)
    throw new Problem('unprocessable', detail, { issues: [{ in: 'body', name: 'metadata.url', detail, value: url }] });
}
