import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a POST comes from a page of Causeway's own origin. A browser sends `Sec-Fetch-Site`, which no page can set,
 * or `Origin`, or both. Each header that is present must name our origin.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin === undefined && site === undefined) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || origin === new URL(publicUrl).origin;
}
