import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { JsonObject } from '../../../../lib/json/json.ts';
import type { Call } from '../../../../lib/rpc/call.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { API_KEY_MASK, type ApiKeyChange, type ShownApiKey, type ApiKeyStore } from '../domain/api_key.ts';
import { maskedChange } from '../../domain/update_mask.ts';
import { checkNotOwn } from './check_not_own_key.ts';
import { type GetApiKey, noApiKey } from './get_api_key.ts';

type Stores = { apiKeys: ApiKeyStore; audit: AuditStore };

export type UpdateApiKeyRequest = { projectId: string; key: string; updateMask: string[]; values: JsonObject };
export type UpdateApiKey = (call: Call, request: UpdateApiKeyRequest) => Promise<ShownApiKey>;

type Deps = { stores: Transacting<Stores>; getApiKey: GetApiKey; clock: Clock; audit: Audit };

/**
 * Changes what the mask names. Throws notFound, invalidArgument (mask), unprocessable (a mask without its value),
 * conflict (a key that would take away its own access).
 */
export function makeUpdateApiKey({ stores, getApiKey, clock, audit }: Deps): UpdateApiKey {
  return async function updateApiKey(call, { projectId, key, updateMask, values }) {
    const change = maskedChange(updateMask, values, API_KEY_MASK) as ApiKeyChange;
    const apiKey = await getApiKey(projectId, key);
    const isWeaker = change.active === false || (change.scopes !== undefined && !change.scopes.includes('full'));
    if (isWeaker) checkNotOwn(call, apiKey);
    await stores.transaction(async (s) => {
      const isThere = await s.apiKeys.update(projectId, apiKey.id, { ...change, updateTime: clock.now() });
      if (!isThere) throw noApiKey();
      const { id: targetId, label: targetName } = apiKey;
      await audit(s, call, { action: 'apiKey.updated', projectId, targetId, targetName, fields: updateMask });
    });
    return { ...apiKey, ...change };
  };
}
