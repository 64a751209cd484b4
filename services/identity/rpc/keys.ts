import { type JsonObject, parseJson } from '../../../lib/json/json.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { ApiKey as ApiKeyMessage } from '../../../protos/gen/causeway/identity/v1/ApiKey.ts';
import { type ShownApiKey, scopesOf } from '../api_keys/api_key.ts';
import { noJwtKey } from '../jwt_keys/jwt_keys.ts';
import type { UseCases } from '../use_cases.ts';

type ApiKeyRpcs = 'CreateApiKey' | 'ListApiKeys' | 'GetApiKey' | 'UpdateApiKey' | 'DeleteApiKey';

/** RPCs for API keys. */
export function apiKeyHandlers(useCases: UseCases): Pick<ServiceHandlers<'identity'>, ApiKeyRpcs> {
  return {
    CreateApiKey: async (call, { projectId, label, scopes, builderId }) =>
      apiKeyMessage(await useCases.createApiKey(call, { projectId, label, scopes: scopesOf(scopes), builderId })),
    async ListApiKeys(call, { projectId, ...options }) {
      return { apiKeys: (await useCases.listApiKeys(call, projectId, options)).map(apiKeyMessage) };
    },
    GetApiKey: async (_call, { projectId, key }) => apiKeyMessage(await useCases.getApiKey(projectId, key)),
    UpdateApiKey: async (call, { valuesJson, ...request }) =>
      apiKeyMessage(await useCases.updateApiKey(call, { ...request, values: parseJson(valuesJson) as JsonObject })),
    async DeleteApiKey(call, request) {
      await useCases.deleteApiKey(call, request);
      return {};
    },
  };
}

function apiKeyMessage({ id, key, label, scopes, projectId, active }: ShownApiKey): ApiKeyMessage {
  return { id, key, label, scopes, projectId, active };
}

type JwtKeysRpcs = 'CreateJwtKey' | 'ListJwtKeys' | 'GetJwtKey' | 'UpdateJwtKey' | 'DeleteJwtKey';

/** RPCs for the keys that verify customers' tokens. */
export function jwtKeyHandlers(useCases: UseCases): Pick<ServiceHandlers<'identity'>, JwtKeysRpcs> {
  return {
    CreateJwtKey: (call, { projectId, label, publicKeyPem }) =>
      useCases.createJwtKey(call, { projectId, label, publicKeyPem }),
    async ListJwtKeys(_call, { projectId, activeOnly }) {
      return { jwtKeys: await useCases.listJwtKeys(projectId, { activeOnly }) };
    },
    async GetJwtKey(_call, { projectId, keyId }) {
      const jwtKey = await useCases.findJwtKey(projectId, keyId);
      if (!jwtKey) throw noJwtKey();
      return jwtKey;
    },
    UpdateJwtKey: (call, { valuesJson, ...request }) =>
      useCases.updateJwtKey(call, { ...request, values: parseJson(valuesJson) as JsonObject }),
    async DeleteJwtKey(call, request) {
      await useCases.deleteJwtKey(call, request);
      return {};
    },
  };
}
