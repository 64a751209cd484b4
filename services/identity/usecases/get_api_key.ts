import { apiKeyHash, looksLikeApiKey } from '../../../lib/crypto/api_key.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { ShownApiKey } from '../domain/api_key.ts';
import type { Stores } from '../domain/stores.ts';
import type { ShowKey } from './show_key.ts';

/** Throws notFound. `key` is the value itself, or, where values are masked, what the listing shows of it. */
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

/** Says nothing of the key that was asked for: it may be one of somebody else. */
export function noApiKey(): Problem {
  return new Problem('notFound', 'There is no such API key.');
}
