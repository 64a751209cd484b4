import { parseJson, type JsonObject } from '../../../lib/json/json.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { ApiKey as ApiKeyMessage } from '../../../protos/gen/causeway/identity/v1/ApiKey.ts';
import { scopesOf, type ShownApiKey } from '../api_keys/domain/api_key.ts';
import type { CreateApiKey } from '../api_keys/usecases/create_api_key.ts';
import type { DeleteApiKey } from '../api_keys/usecases/delete_api_key.ts';
import type { GetApiKey } from '../api_keys/usecases/get_api_key.ts';
import type { ListApiKeys } from '../api_keys/usecases/list_api_keys.ts';
import type { UpdateApiKey } from '../api_keys/usecases/update_api_key.ts';

type UseCases = {
  createApiKey: CreateApiKey;
  listApiKeys: ListApiKeys;
  getApiKey: GetApiKey;
  updateApiKey: UpdateApiKey;
  deleteApiKey: DeleteApiKey;
};
type Names = 'CreateApiKey' | 'ListApiKeys' | 'GetApiKey' | 'UpdateApiKey' | 'DeleteApiKey';

export function apiKeyHandlers(use: UseCases): Pick<Handlers<'identity'>, Names> {
  return {
    CreateApiKey: async (_call, { projectId, label, scopes, builderId }) =>
      apiKeyMessage(await use.createApiKey({ projectId, label, scopes: scopesOf(scopes), builderId })),
    async ListApiKeys(_call, { projectId, activeOnly }) {
      return { apiKeys: (await use.listApiKeys(projectId, { activeOnly })).map(apiKeyMessage) };
    },
    GetApiKey: async (_call, { projectId, key }) => apiKeyMessage(await use.getApiKey(projectId, key)),
    UpdateApiKey: async (call, { valuesJson, ...request }) =>
      apiKeyMessage(await use.updateApiKey(call, { ...request, values: parseJson(valuesJson) as JsonObject })),
    async DeleteApiKey(call, request) {
      await use.deleteApiKey(call, request);
      return {};
    },
  };
}

function apiKeyMessage({ id, key, label, scopes, projectId, active }: ShownApiKey): ApiKeyMessage {
  return { id, key, label, scopes, projectId, active };
}
