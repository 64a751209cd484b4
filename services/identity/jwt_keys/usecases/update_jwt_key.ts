import type { JsonObject } from '../../../../lib/json/json.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { JWT_KEY_MASK, type JwtKey, type JwtKeyChange, type JwtKeyStore } from '../domain/jwt_key.ts';
import { maskedChange } from '../../domain/update_mask.ts';

type Stores = { jwtKeys: JwtKeyStore };

export type UpdateJwtKeyRequest = { projectId: string; keyId: string; updateMask: string[]; values: JsonObject };
export type UpdateJwtKey = (request: UpdateJwtKeyRequest) => Promise<JwtKey>;

/** Throws notFound, invalidArgument (mask), unprocessable (a mask without its value). */
export function makeUpdateJwtKey({ stores, clock }: { stores: Stores; clock: Clock }): UpdateJwtKey {
  return async function updateJwtKey({ projectId, keyId, updateMask, values }) {
    const change = maskedChange(updateMask, values, JWT_KEY_MASK) as JwtKeyChange;
    const jwtKey = await stores.jwtKeys.find(projectId, keyId);
    if (!jwtKey) throw noJwtKey();
    const changed = { ...change, updateTime: clock.now() };
    if (!(await stores.jwtKeys.update(projectId, keyId, changed))) throw noJwtKey();
    return { ...jwtKey, ...changed };
  };
}

export function noJwtKey(): Problem {
  return notFound('JWT key');
}
