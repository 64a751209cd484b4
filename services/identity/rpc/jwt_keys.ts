import { parseJson, type JsonObject } from '../../../lib/json/json.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';
import { noJwtKey } from '../jwt_keys/usecases/update_jwt_key.ts';

type Rpcs = 'CreateJwtKey' | 'ListJwtKeys' | 'GetJwtKey' | 'UpdateJwtKey' | 'DeleteJwtKey';

/** RPCs for the keys of customers' tokens. Translates; decides nothing. */
export function jwtKeyHandlers(useCases: UseCases): Pick<Handlers<'identity'>, Rpcs> {
  return {
    CreateJwtKey: (_call, { projectId, label, publicKeyPem }) =>
      useCases.createJwtKey({ projectId, label, publicKeyPem }),
    async ListJwtKeys(_call, { projectId, activeOnly }) {
      return { jwtKeys: await useCases.listJwtKeys(projectId, { activeOnly }) };
    },
    async GetJwtKey(_call, { projectId, keyId }) {
      const jwtKey = await useCases.findJwtKey(projectId, keyId);
      if (!jwtKey) throw noJwtKey();
      return jwtKey;
    },
    UpdateJwtKey: (_call, { valuesJson, ...request }) =>
      useCases.updateJwtKey({ ...request, values: parseJson(valuesJson) as JsonObject }),
    async DeleteJwtKey(_call, { projectId, keyId }) {
      if (!(await useCases.removeJwtKey(projectId, keyId))) throw noJwtKey();
      return {};
    },
  };
}
