import type { Call } from '../../../../lib/rpc/call.ts';
import { checkNotOwn } from './check_not_own_key.ts';
import { type GetApiKey, noApiKey } from './get_api_key.ts';
import type { ApiKeyStore } from '../domain/api_key.ts';

type Stores = { apiKeys: ApiKeyStore };

export type DeleteApiKey = (call: Call, request: { projectId: string; key: string }) => Promise<void>;

/** Throws notFound, also for the second of two concurrent calls; conflict when a key deletes itself. */
export function makeDeleteApiKey({ stores, getApiKey }: { stores: Stores; getApiKey: GetApiKey }): DeleteApiKey {
  return async function deleteApiKey(call, { projectId, key }) {
    const apiKey = await getApiKey(projectId, key);
    checkNotOwn(call, apiKey);
    if (!(await stores.apiKeys.remove(projectId, apiKey.id))) throw noApiKey();
  };
}
