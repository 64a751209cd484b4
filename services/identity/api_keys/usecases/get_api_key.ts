import { apiKeyHash, looksLikeApiKey } from '../../../../lib/crypto/api_key.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Problem } from '../../../../lib/problem/problem.ts';
import type { ShownApiKey, ApiKeyStore } from '../domain/api_key.ts';
import type { ShowKey } from './show_api_key.ts';

type Stores = { apiKeys: ApiKeyStore };

/** Throws notFound. `key`: the value, or the masked value of the listing. */
export type GetApiKey = (projectId: string, key: string) => Promise<ShownApiKey>;

export function makeGetApiKey({ stores, showKey }: { stores: Stores; showKey: ShowKey }): GetApiKey {
  return async function getApiKey(projectId, key) {
    const found = looksLikeApiKey(key)
      ? await stores.apiKeys.findInProject(projectId, apiKeyHash(key))
      : (await stores.apiKeys.list(projectId, { activeOnly: false })).find((one) => showKey(one).key === key);
    if (!found) throw noApiKey();
    return showKey(found);
  };
}

/** Does not quote the requested key: it may be another project's secret. */
export function noApiKey(): Problem {
  return notFound('API key');
}
