import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a POST comes from a page of our own. Browsers say so in one header or both: `Sec-Fetch-Site`, which no page can
 * set, and `Origin`. Neither may say otherwise.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin === undefined && site === undefined) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin === undefined || origin === new URL(publicUrl).origin;
}
