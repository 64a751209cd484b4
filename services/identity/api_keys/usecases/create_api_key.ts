import type { By } from '../../../../lib/audit/audit.ts';
import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import { apiKeyHash, newApiKey } from '../../../../lib/crypto/api_key.ts';
import type { Sealer } from '../../../../lib/crypto/sealer.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import {
  DEFAULT_SCOPES,
  type ApiKeyScope,
  sealContext,
  type ShownApiKey,
  type ApiKeyStore,
} from '../domain/api_key.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { QuotaStore } from '../../domain/quota.ts';

type Stores = { apiKeys: ApiKeyStore; quotas: QuotaStore; audit: AuditStore };

/** `builderId` is the builder on whose behalf it is made; empty when unknown. */
export type NewApiKey = { projectId: string; label: string; scopes: ApiKeyScope[]; builderId?: string };
export type CreateApiKey = (by: By, request: NewApiKey) => Promise<ShownApiKey>;

type Deps = { stores: Transacting<Stores>; sealer: Sealer; clock: Clock; newId: NewId; audit: Audit };

/**
 * Creates a key and returns its value unmasked. A key without requested scopes gets the default scopes. Throws
 * unprocessable (the quota).
 */
export function makeCreateApiKey({ stores, sealer, clock, newId, audit }: Deps): CreateApiKey {
  return async function createApiKey(by, { projectId, label, scopes, builderId = '' }) {
    const key = newApiKey();
    const owner = { id: newId(), projectId };
    const apiKey = {
      ...owner,
      label,
      scopes: scopes.length > 0 ? scopes : [...DEFAULT_SCOPES],
      active: true,
      keyHash: apiKeyHash(key),
      sealedKey: sealer.seal(key, sealContext(owner)),
      builderId: builderId || null,
      createTime: clock.now(),
    };
    await stores.transaction(async (s) => {
      await s.quotas.reserve('apiKeys', projectId, apiKey.createTime);
      await s.apiKeys.insert(apiKey);
      await audit(s, by, { action: 'apiKey.created', projectId, targetId: apiKey.id, targetName: label });
    });
    return { ...apiKey, key };
  };
}
