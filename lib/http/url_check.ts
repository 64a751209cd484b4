import { isIP } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import { createGuard, type OutboundPolicy, targetOf } from './guard.ts';
import { type LookUpAddresses, publicLookup } from './lookup.ts';

/** The fault of a URL, as a sentence for the person who entered it; null when it may be called. */
export type UrlCheck = (url: string) => Promise<string | null>;

/** Max wait for the name servers, ms. The author of the URL waits for the check. */
const LOOKUP_TIMEOUT_MS = 2_000;

/**
 * Checks a URL when it is stored, with the current addresses of its host name. The dialer checks every call again,
 * because DNS changes. Without this check, the author would notice a refused URL only because calls are missing. A name
 * that cannot be resolved now may exist later, so only the form of its URL is checked.
 */
export function createUrlCheck(policy: OutboundPolicy, lookup: LookUpAddresses = publicLookup): UrlCheck {
  const guard = createGuard(policy);
  return async function urlCheck(url) {
    const checked = guard.check(url);
    if (typeof checked === 'string') return checked;
    const target = targetOf(checked);
    if (isIP(target.host) !== 0 || guard.isNamed(target)) return null;
    return guard.resolvedFault(url, await addressesOf(lookup, target.host));
  };
}

/** Returns [] when the name servers know no address or do not answer in time. */
async function addressesOf(lookup: LookUpAddresses, host: string): Promise<string[]> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), LOOKUP_TIMEOUT_MS);
    lookup(host)
      .then(resolve, () => resolve([]))
      .finally(() => clearTimeout(timer));
  });
}
