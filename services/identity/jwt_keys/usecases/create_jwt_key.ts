import type { By } from '../../../../lib/audit/audit.ts';
import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import { type PublicKeyFault, readRsaPublicKey } from '../../../../lib/crypto/rsa_public_key.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { JwtKey, JwtKeyStore } from '../domain/jwt_key.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { QuotaStore } from '../../domain/quota.ts';

type Stores = { jwtKeys: JwtKeyStore; quotas: QuotaStore; audit: AuditStore };

export type NewJwtKey = { projectId: string; label: string; publicKeyPem: string };
export type CreateJwtKey = (by: By, request: NewJwtKey) => Promise<JwtKey>;

type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId; audit: Audit };

/** Registers a public key. Throws invalidArgument (not a public key), unprocessable (too weak, of another type, quota). */
export function makeCreateJwtKey({ stores, clock, newId, audit }: Deps): CreateJwtKey {
  return async function createJwtKey(by, { projectId, label, publicKeyPem }) {
    const read = readRsaPublicKey(publicKeyPem);
    if ('fault' in read) throw badKey(read.fault);
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

function badKey({ kind, detail }: PublicKeyFault): Problem {
  return new Problem(kind === 'malformed' ? 'invalidArgument' : 'unprocessable', `publicKeyPem ${detail}.`, {
    issues: [{ in: 'body', name: 'publicKeyPem', detail }],
    remedy: 'Send the public key of an RSA pair of at least 2048 bits, as PEM.',
  });
}
