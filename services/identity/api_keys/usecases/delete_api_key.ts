import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import { checkNotOwn } from './check_not_own_key.ts';
import { type GetApiKey, noApiKey } from './get_api_key.ts';
import type { ApiKeyStore } from '../domain/api_key.ts';

type Stores = { apiKeys: ApiKeyStore; audit: AuditStore };
type Deps = { stores: Transacting<Stores>; getApiKey: GetApiKey; audit: Audit };

export type DeleteApiKey = (call: Call, request: { projectId: string; key: string }) => Promise<void>;

/** Throws notFound, also for the second of two concurrent calls; conflict when a key deletes itself. */
export function makeDeleteApiKey({ stores, getApiKey, audit }: Deps): DeleteApiKey {
  return async function deleteApiKey(call, { projectId, key }) {
    const apiKey = await getApiKey(projectId, key);
    checkNotOwn(call, apiKey);
    await stores.transaction(async (s) => {
      if (!(await s.apiKeys.remove(projectId, apiKey.id))) throw noApiKey();
      await audit(s, call, { action: 'apiKey.deleted', projectId, targetId: apiKey.id, targetName: apiKey.label });
    });
  };
}
