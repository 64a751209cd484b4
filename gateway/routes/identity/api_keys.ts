import { stringifyJson } from '../../../lib/json/json.ts';
import type { ApiKey__Output as ApiKeyMessage } from '../../../protos/gen/causeway/identity/v1/ApiKey.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer, loadedAtOnce } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';

type Operations = 'listApiKeys' | 'createApiKey' | 'getApiKey' | 'updateApiKey' | 'deleteApiKey';

export function apiKeyRoutes({ identity }: Services): Routes<Operations> {
  return {
    async listApiKeys({ call, projectId, query }) {
      const { active: activeOnly = false, masked = false } = query;
      const list = async () => (await identity.listApiKeys(call, { projectId, activeOnly, masked })).apiKeys;
      return listAnswer(query, { load: loadedAtOnce(list), toJson: apiKeyJson });
    },
    async createApiKey({ call, caller, projectId, body }) {
      const { label, scopes = [] } = body;
      const builderId = caller.actingBuilderId;
      return apiKeyJson(await identity.createApiKey(call, { projectId, label, scopes, builderId }));
    },
    async getApiKey({ call, projectId, path }) {
      return apiKeyJson(await identity.getApiKey(call, { projectId, key: path.apiKey }));
    },
    async updateApiKey({ call, projectId, path, body }) {
      const { updateMask, apiKey } = body;
      const request = { projectId, key: path.apiKey, updateMask, valuesJson: stringifyJson(apiKey) };
      return apiKeyJson(await identity.updateApiKey(call, request));
    },
    async deleteApiKey({ call, projectId, path }) {
      await identity.deleteApiKey(call, { projectId, key: path.apiKey });
    },
  };
}

function apiKeyJson({ key, label, scopes, projectId, active }: ApiKeyMessage): Json<'ApiKey'> {
  return { key, label, scopes: scopes as Json<'ApiKey'>['scopes'], projectId, active };
}
