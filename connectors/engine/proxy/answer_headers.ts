import { type HeaderList, hopByHop, isSendable, namedHeaders } from './hop_headers.ts';

/** Headers of the provider that a browser would apply to Causeway's own host: cookies, and policies stored by host. */
const NEVER_PASSED = new Set([
  'alt-svc',
  'clear-site-data',
  'service-worker-allowed',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
]);
const NEVER_PASSED_BEGINNINGS = ['x-amp-', 'access-control-'];

/**
 * The headers of the provider's response for the caller, in order. `mask` removes credentials from each value, because
 * `Location` and others may echo the query of the call. Headers that HTTP does not allow are dropped. Never throws.
 */
export function answerHeaders(headers: HeaderList, mask: (text: string) => string): [string, string][] {
  const named = namedHeaders(headers);
  const isHop = hopByHop(named);
  return named
    .filter(({ plain, name, value }) => isSendable(name, value) && !isHop(plain) && !isNeverPassed(plain))
    .map(({ name, value }) => [name, mask(value)]);
}

function isNeverPassed(name: string): boolean {
  return NEVER_PASSED.has(name) || NEVER_PASSED_BEGINNINGS.some((beginning) => name.startsWith(beginning));
}
