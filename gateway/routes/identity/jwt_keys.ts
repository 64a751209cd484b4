import { stringifyJson } from '../../../lib/json/json.ts';
import { type Issue, Problem } from '../../../lib/problem/problem.ts';
import type { JwtKey__Output as JwtKeyMessage } from '../../../protos/gen/causeway/identity/v1/JwtKey.ts';
import type { Json } from '../../rest/json.ts';
import { listAnswer, loadedAtOnce } from '../../rest/list_answer.ts';
import type { Routes, Services } from '../../rest/operation.ts';
import { times } from '../times.ts';

type Operations = 'listJWTKeys' | 'createJWTKey' | 'getJWTKey' | 'updateJWTKey' | 'deleteJWTKey';

const NO_LABEL: Issue = { in: 'body', name: 'label', detail: 'is required' };

export function jwtKeyRoutes({ identity }: Services): Routes<Operations> {
  return {
    async listJWTKeys({ call, projectId, query }) {
      const list = async () =>
        (await identity.listJwtKeys(call, { projectId, activeOnly: query.active ?? false })).jwtKeys;
      return listAnswer(query, { load: loadedAtOnce(list), toJson: jwtKeyJson });
    },
    async createJWTKey({ call, projectId, body }) {
      const { name, label = name, publicKeyPem } = body;
      if (!label) throw new Problem('invalidArgument', 'label in the body is required.', { issues: [NO_LABEL] });
      const { id } = await identity.createJwtKey(call, { projectId, label, publicKeyPem });
      return { kid: id };
    },
    async getJWTKey({ call, projectId, path }) {
      return jwtKeyJson(await identity.getJwtKey(call, { projectId, keyId: path.keyId }));
    },
    async updateJWTKey({ call, projectId, path, body }) {
      const { updateMask, jwtKey } = body;
      const request = { projectId, keyId: path.keyId, updateMask, valuesJson: stringifyJson(jwtKey) };
      return jwtKeyJson(await identity.updateJwtKey(call, request));
    },
    async deleteJWTKey({ call, projectId, path }) {
      await identity.deleteJwtKey(call, { projectId, keyId: path.keyId });
    },
  };
}

function jwtKeyJson({ id, projectId, label, publicKeyPem, active, ...when }: JwtKeyMessage): Json<'JWTKey'> {
  const { createTime, updateTime = createTime } = times(when);
  return { id, projectId, label, algorithm: 'RSA', publicKeyPem, active, createTime, updateTime };
}
