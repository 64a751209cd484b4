import type { Log } from '../../../lib/log/log.ts';
import { type Connectors, ProviderRefusal, ProviderUnavailable } from '../providers/provider.ts';
import type { CredentialBox } from '../secrets/credential_box.ts';
import { type ClaimedRevocation, MAX_TRIES, type RevocationStore, revocationWaitMs } from './revocation.ts';

type Deps = { stores: { revocations: RevocationStore }; connectors: Connectors; box: CredentialBox; log: Log };

const BATCH_SIZE = 10;
const LEASE_MS = 60_000;

/**
 * Asks providers to revoke the tokens of deleted connections, for one batch. If the provider gives no usable answer,
 * the revocation is tried again with growing waits. After a refusal, or after MAX_TRIES, the row is deleted without
 * success. Returns true when more revocations may be due.
 */
export function makeRevokeTokens({ stores, connectors, box, log }: Deps, { retryMs }: { retryMs: number }) {
  return async function revokeTokens(): Promise<boolean> {
    const claimed = await stores.revocations.claim(BATCH_SIZE, LEASE_MS);
    await Promise.all(claimed.map(revoke));
    return claimed.length === BATCH_SIZE;
  };

  async function revoke(revocation: ClaimedRevocation): Promise<void> {
    const { projectId, connectionId, provider, tries } = revocation;
    const about = { projectId, connectionId, provider, tries };
    try {
      const owner = { projectId, providerAppId: null, account: connectionId };
      await connectors.revoke(owner, provider, box.openRevocable(revocation));
      log.info('tokens revoked', about);
    } catch (err) {
      const isUnavailable = err instanceof ProviderUnavailable;
      if (isUnavailable && tries < MAX_TRIES) {
        await stores.revocations.postpone(revocation, revocationWaitMs(tries, retryMs));
        return;
      }
      const reason = isUnavailable || err instanceof ProviderRefusal ? { reason: err.message } : { err };
      log.warn('token revocation given up', { ...about, ...reason });
    }
    await stores.revocations.remove(revocation);
  }
}
