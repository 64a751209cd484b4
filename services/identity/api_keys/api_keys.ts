import type { AuditActor } from '../../../lib/audit/audit.ts';
import { onceAnHour } from '../../../lib/audit/once_an_hour.ts';
import { apiKeyHash, looksLikeApiKey, maskedApiKey, newApiKey } from '../../../lib/crypto/api_key.ts';
import type { Sealer } from '../../../lib/crypto/sealer.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { Call } from '../../../lib/rpc/call.ts';
import type { ClockAndIds, UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { Audit } from '../audit/audit_entries.ts';
import type { AuditStore } from '../audit/audit_entry.ts';
import type { QuotaStore } from '../quota.ts';
import { maskedChange } from '../update_mask.ts';
import {
  API_KEY_MASK,
  type ApiKey,
  type ApiKeyChange,
  type ApiKeyScope,
  type ApiKeyStore,
  DEFAULT_SCOPES,
  type ShownApiKey,
  sealContext,
} from './api_key.ts';

/** The principal of an API key; every call with the key has it. */
export function principalOfKey(id: string): string {
  return `api-key:${id}`;
}

/**
 * Throws conflict when a key would delete or deactivate itself, because the caller could not undo a mistake with this
 * key.
 */
function checkNotOwn({ principal }: Call, { id }: { id: string }): void {
  if (principal !== principalOfKey(id)) return;
  throw new Problem('conflict', 'An API key cannot take away its own access.', {
    remedy: 'Do it with another key that has the scope full, or as a builder.',
  });
}

type Stores = { apiKeys: ApiKeyStore; quotas: QuotaStore; audit: AuditStore };

/** `builderId`: the builder on whose behalf the key is created; empty when unknown. */
type NewApiKey = { projectId: string; label: string; scopes: ApiKeyScope[]; builderId?: string };
type CreateApiKey = (by: AuditActor, request: NewApiKey) => Promise<ShownApiKey>;

type Deps = UseCaseContext<Stores> & { sealer: Sealer; audit: Audit };

/** `isKeyMasked`: only a part of each value is shown. */
export function makeApiKeys(deps: Deps & { isKeyMasked: boolean }) {
  const showKey = makeShowKey(deps.sealer, { masked: deps.isKeyMasked });
  const getApiKey = makeGetApiKey({ ...deps, showKey });
  return {
    createApiKey: makeCreateApiKey(deps),
    listApiKeys: makeListApiKeys({ ...deps, showKey }),
    getApiKey,
    updateApiKey: makeUpdateApiKey({ ...deps, getApiKey }),
    deleteApiKey: makeDeleteApiKey({ ...deps, getApiKey }),
  };
}

/**
 * Creates a key and returns its value unmasked. A key without requested scopes gets the default scopes. Throws
 * unprocessable (the quota).
 */
function makeCreateApiKey({ stores, sealer, clock, newId, audit }: Deps): CreateApiKey {
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

type ShowKey = (apiKey: ApiKey, how?: { masked?: boolean }) => ShownApiKey;

/**
 * Adds a key's value for callers that may list keys. If `masked` is true in either argument, adds a masked value that
 * only identifies the key.
 */
function makeShowKey(sealer: Sealer, always: { masked: boolean }): ShowKey {
  return (apiKey, { masked = false } = {}) => {
    const key = sealer.open(apiKey.sealedKey, sealContext(apiKey));
    return { ...apiKey, key: always.masked || masked ? maskedApiKey(key) : key };
  };
}

type GetApiKeyStores = { apiKeys: ApiKeyStore };

/**
 * Finds a key by its value or its masked value. A request with the masked value gets only the masked value. Throws
 * notFound.
 */
type GetApiKey = (projectId: string, key: string) => Promise<ShownApiKey>;

function makeGetApiKey({ stores, showKey }: { stores: GetApiKeyStores; showKey: ShowKey }): GetApiKey {
  return async function getApiKey(projectId, key) {
    const masked = !looksLikeApiKey(key);
    const found = masked
      ? (await stores.apiKeys.list(projectId, { activeOnly: false })).find(
          (one) => showKey(one, { masked }).key === key,
        )
      : await stores.apiKeys.findInProject(projectId, apiKeyHash(key));
    if (!found) throw noApiKey();
    return showKey(found, { masked });
  };
}

/** The problem does not quote the requested key, because it may be another project's secret. */
function noApiKey(): Problem {
  return notFound('API key');
}

type ListApiKeysStores = { apiKeys: ApiKeyStore; audit: AuditStore };
type ListApiKeysDeps = ClockAndIds & {
  stores: ListApiKeysStores;
  showKey: ShowKey;
  isKeyMasked: boolean;
  audit: Audit;
};

/** Options of listApiKeys, which lists the keys of a project, oldest first. The gateway checks access. */
type ListOptions = { activeOnly: boolean; masked?: boolean };
type ListApiKeys = (by: AuditActor, projectId: string, options: ListOptions) => Promise<ShownApiKey[]>;

function makeListApiKeys({ stores, showKey, isKeyMasked, audit, clock }: ListApiKeysDeps): ListApiKeys {
  const reveals = onceAnHour();
  return async function listApiKeys(by, projectId, { activeOnly, masked = false }) {
    const keys = await stores.apiKeys.list(projectId, { activeOnly });
    const now = clock.now();
    const which = [by.principal, projectId];
    if (!isKeyMasked && !masked && keys.length > 0 && reveals.isDue(which, now)) {
      await audit(stores, by, { action: 'apiKey.revealed', projectId, targetId: projectId });
      reveals.note(which, now);
    }
    return keys.map((one) => showKey(one, { masked }));
  };
}

type UpdateApiKeyStores = { apiKeys: ApiKeyStore; audit: AuditStore };

type UpdateApiKeyRequest = { projectId: string; key: string; updateMask: string[]; values: JsonObject };
type UpdateApiKey = (call: Call, request: UpdateApiKeyRequest) => Promise<ShownApiKey>;

type UpdateApiKeyDeps = UseCaseContext<UpdateApiKeyStores> & { getApiKey: GetApiKey; audit: Audit };

/**
 * Changes the fields that the mask names. Throws notFound, invalidArgument (mask), unprocessable (a mask without its
 * value), conflict (a key that would deactivate itself).
 */
function makeUpdateApiKey({ stores, getApiKey, clock, audit }: UpdateApiKeyDeps): UpdateApiKey {
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

type DeleteApiKeyStores = { apiKeys: ApiKeyStore; audit: AuditStore };
type DeleteApiKeyDeps = UseCaseContext<DeleteApiKeyStores> & { getApiKey: GetApiKey; audit: Audit };

type DeleteApiKey = (call: Call, request: { projectId: string; key: string }) => Promise<void>;

/**
 * Deletes a key. Throws notFound, also for the second of two concurrent calls, and conflict when a key deletes itself.
 */
function makeDeleteApiKey({ stores, getApiKey, audit }: DeleteApiKeyDeps): DeleteApiKey {
  return async function deleteApiKey(call, { projectId, key }) {
    const apiKey = await getApiKey(projectId, key);
    checkNotOwn(call, apiKey);
    await stores.transaction(async (s) => {
      if (!(await s.apiKeys.remove(projectId, apiKey.id))) throw noApiKey();
      await audit(s, call, { action: 'apiKey.deleted', projectId, targetId: apiKey.id, targetName: apiKey.label });
    });
  };
}
