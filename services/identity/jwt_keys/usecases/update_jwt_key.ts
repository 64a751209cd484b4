import type { By } from '../../../../lib/audit/audit.ts';
import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { JsonObject } from '../../../../lib/json/json.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { JWT_KEY_MASK, type JwtKey, type JwtKeyChange, type JwtKeyStore } from '../domain/jwt_key.ts';
import { maskedChange } from '../../domain/update_mask.ts';

type Stores = { jwtKeys: JwtKeyStore; audit: AuditStore };
type Deps = { stores: Transacting<Stores>; clock: Clock; audit: Audit };

export type UpdateJwtKeyRequest = { projectId: string; keyId: string; updateMask: string[]; values: JsonObject };
export type UpdateJwtKey = (by: By, request: UpdateJwtKeyRequest) => Promise<JwtKey>;

/** Throws notFound, invalidArgument (mask), unprocessable (a mask without its value). */
export function makeUpdateJwtKey({ stores, clock, audit }: Deps): UpdateJwtKey {
  return async function updateJwtKey(by, { projectId, keyId, updateMask, values }) {
    const change = maskedChange(updateMask, values, JWT_KEY_MASK) as JwtKeyChange;
    const jwtKey = await stores.jwtKeys.find(projectId, keyId);
    if (!jwtKey) throw noJwtKey();
    const changed = { ...change, updateTime: clock.now() };
    await stores.transaction(async (s) => {
      if (!(await s.jwtKeys.update(projectId, keyId, changed))) throw noJwtKey();
      const { label: targetName } = jwtKey;
      await audit(s, by, { action: 'jwtKey.updated', projectId, targetId: keyId, targetName, fields: updateMask });
    });
    return { ...jwtKey, ...changed };
  };
}

/** Throws notFound. */
export function makeDeleteJwtKey({ stores, audit }: Omit<Deps, 'clock'>) {
  return async function deleteJwtKey(
    by: By,
    { projectId, keyId }: { projectId: string; keyId: string },
  ): Promise<void> {
    await stores.transaction(async (s) => {
      const jwtKey = await s.jwtKeys.find(projectId, keyId);
      if (!jwtKey || !(await s.jwtKeys.remove(projectId, keyId))) throw noJwtKey();
      await audit(s, by, { action: 'jwtKey.deleted', projectId, targetId: keyId, targetName: jwtKey.label });
    });
  };
}

export function noJwtKey(): Problem {
  return notFound('JWT key');
}
