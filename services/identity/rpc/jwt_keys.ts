import { parseJson, type JsonObject } from '../../../lib/json/json.ts';
import type { Handlers } from '../../../lib/rpc/services.ts';
import type { JwtKeyStore } from '../jwt_keys/domain/jwt_key.ts';
import type { CreateJwtKey } from '../jwt_keys/usecases/create_jwt_key.ts';
import { noJwtKey, type UpdateJwtKey } from '../jwt_keys/usecases/update_jwt_key.ts';

type UseCases = { jwtKeys: JwtKeyStore; createJwtKey: CreateJwtKey; updateJwtKey: UpdateJwtKey };
type Names = 'CreateJwtKey' | 'ListJwtKeys' | 'GetJwtKey' | 'UpdateJwtKey' | 'DeleteJwtKey';

export function jwtKeyHandlers({ jwtKeys, createJwtKey, updateJwtKey }: UseCases): Pick<Handlers<'identity'>, Names> {
  return {
    CreateJwtKey: (_call, { projectId, label, publicKeyPem }) => createJwtKey({ projectId, label, publicKeyPem }),
    async ListJwtKeys(_call, { projectId, activeOnly }) {
      return { jwtKeys: await jwtKeys.list(projectId, { activeOnly }) };
    },
    async GetJwtKey(_call, { projectId, keyId }) {
      const jwtKey = await jwtKeys.find(projectId, keyId);
      if (!jwtKey) throw noJwtKey();
      return jwtKey;
    },
    UpdateJwtKey: (_call, { valuesJson, ...request }) =>
      updateJwtKey({ ...request, values: parseJson(valuesJson) as JsonObject }),
    async DeleteJwtKey(_call, { projectId, keyId }) {
      if (!(await jwtKeys.remove(projectId, keyId))) throw noJwtKey();
      return {};
    },
  };
}
