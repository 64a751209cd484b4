import { parseJson, type JsonObject } from '../../../lib/json/json.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';
import { noJwtKey } from '../jwt_keys/usecases/update_jwt_key.ts';

type Rpcs = 'CreateJwtKey' | 'ListJwtKeys' | 'GetJwtKey' | 'UpdateJwtKey' | 'DeleteJwtKey';

/** RPCs for the keys of customers' tokens. Translates; decides nothing. */
export function jwtKeyHandlers(useCases: UseCases): Pick<Handlers<'identity'>, Rpcs> {
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
