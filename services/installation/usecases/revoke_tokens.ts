import { ProviderAway, ProviderRefusal } from '../domain/provider.ts';
import { MOST_TRIES, revocationWait, type ClaimedRevocation } from '../domain/revocation.ts';
import type { Deps } from './deps.ts';

export type RevokeTokens = ReturnType<typeof makeRevokeTokens>;

const BATCH = 10;
const LEASE_MILLIS = 60_000;

/**
 * One round of telling providers that tokens of deleted connections are no longer wanted. What is no answer is tried
 * again, less and less often; what is refused, and what was tried too often, is given up. True when there may be more.
 */
export function makeRevokeTokens({ stores, connectors, box, log }: Deps, { retryMillis }: { retryMillis: number }) {
  return async function revokeTokens(): Promise<boolean> {
    const claimed = await stores.revocations.claim(BATCH, LEASE_MILLIS);
    await Promise.all(claimed.map(revoke));
    return claimed.length === BATCH;
  };

  async function revoke(revocation: ClaimedRevocation): Promise<void> {
    const { projectId, connectionId, provider, tries } = revocation;
    const about = { projectId, connectionId, provider, tries };
    try {
      await connectors.revoke(provider, box.openRevocable(revocation));
      log.info('tokens revoked', about);
    } catch (err) {
      const isAway = err instanceof ProviderAway;
      if (isAway && tries < MOST_TRIES) {
        await stores.revocations.postpone(revocation, revocationWait(tries, retryMillis));
        return;
      }
      const reason = isAway || err instanceof ProviderRefusal ? { reason: err.message } : { err };
      log.warn('tokens not revoked', { ...about, ...reason });
    }
    await stores.revocations.remove(revocation);
  }
}
