import type { Sealer } from '../../../lib/crypto/sealer.ts';
import { sealContext, type ApiKey } from '../domain/api_key.ts';
import type { Stores } from '../domain/stores.ts';

/** A project's keys with their values opened; the gateway decides who may ask. */
export type ListApiKeys = (
  projectId: string,
  options: { activeOnly: boolean },
) => Promise<(ApiKey & { key: string })[]>;

export function makeListApiKeys({ stores, sealer }: { stores: Stores; sealer: Sealer }): ListApiKeys {
  return async function listApiKeys(projectId, options) {
    const apiKeys = await stores.apiKeys.list(projectId, options);
    return apiKeys.map((apiKey) => ({ ...apiKey, key: sealer.open(apiKey.sealedKey, sealContext(apiKey)) }));
  };
}
