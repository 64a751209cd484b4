import type { AuditActor } from '../../../lib/audit/audit.ts';
import { type PublicKeyFault, readRsaPublicKey } from '../../../lib/crypto/rsa_public_key.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { Audit } from '../audit/audit_entries.ts';
import type { AuditStore } from '../audit/audit_entry.ts';
import type { QuotaStore } from '../quota.ts';
import { maskedChange } from '../update_mask.ts';
import { JWT_KEY_MASK, type JwtKey, type JwtKeyChange, type JwtKeyStore } from './jwt_key.ts';

type Stores = { jwtKeys: JwtKeyStore; quotas: QuotaStore; audit: AuditStore };

type NewJwtKey = { projectId: string; label: string; publicKeyPem: string };
type CreateJwtKey = (by: AuditActor, request: NewJwtKey) => Promise<JwtKey>;

type Deps = UseCaseContext<Stores> & { audit: Audit };

/**
 * Registers a public key. Throws invalidArgument (not a public key), unprocessable (too weak, of another type, quota).
 */
export function makeCreateJwtKey({ stores, clock, newId, audit }: Deps): CreateJwtKey {
  return async function createJwtKey(by, { projectId, label, publicKeyPem }) {
    const read = readRsaPublicKey(publicKeyPem);
    if ('fault' in read) throw unusableKey(read.fault);
    const now = clock.now();
    const times = { createTime: now, updateTime: now };
    const jwtKey = { id: newId(), projectId, label, publicKeyPem: read.pem, active: true, ...times };
    await stores.transaction(async (s) => {
      await s.quotas.reserve('jwtKeys', projectId, now);
      await s.jwtKeys.insert(jwtKey);
      await audit(s, by, { action: 'jwtKey.created', projectId, targetId: jwtKey.id, targetName: label });
    });
    return jwtKey;
  };
}

function unusableKey({ kind, detail }: PublicKeyFault): Problem {
  return new Problem(kind === 'malformed' ? 'invalidArgument' : 'unprocessable', `publicKeyPem ${detail}.`, {
    issues: [{ in: 'body', name: 'publicKeyPem', detail }],
    remedy: 'Send the public key of an RSA pair of at least 2048 bits, as PEM.',
  });
}

type UpdateJwtKeyStores = { jwtKeys: JwtKeyStore; audit: AuditStore };
type UpdateJwtKeyDeps = UseCaseContext<UpdateJwtKeyStores> & { audit: Audit };

type UpdateJwtKeyRequest = { projectId: string; keyId: string; updateMask: string[]; values: JsonObject };
type UpdateJwtKey = (by: AuditActor, request: UpdateJwtKeyRequest) => Promise<JwtKey>;

/**
 * Changes the fields that the mask names. Throws notFound, invalidArgument (mask), unprocessable (a mask without its
 * value).
 */
export function makeUpdateJwtKey({ stores, clock, audit }: UpdateJwtKeyDeps): UpdateJwtKey {
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

/** Deletes a key. Throws notFound. */
export function makeDeleteJwtKey({ stores, audit }: Omit<UpdateJwtKeyDeps, 'clock'>) {
  return async function deleteJwtKey(
    by: AuditActor,
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
