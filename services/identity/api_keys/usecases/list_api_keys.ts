import type { ShownApiKey, ApiKeyStore } from '../domain/api_key.ts';
import type { ShowKey } from './show_api_key.ts';

type Stores = { apiKeys: ApiKeyStore };

/** A project's keys, oldest first. The gateway checks access. */
export type ListApiKeys = (projectId: string, options: { activeOnly: boolean }) => Promise<ShownApiKey[]>;

export function makeListApiKeys({ stores, showKey }: { stores: Stores; showKey: ShowKey }): ListApiKeys {
  return async function listApiKeys(projectId, options) {
    return (await stores.apiKeys.list(projectId, options)).map(showKey);
  };
}
