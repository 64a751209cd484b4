import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';

/** `rsa` has 2,048 bits. */
type KeyKind = 'ed25519' | 'p256' | 'rsa';

const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;
const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;

/**
 * A new private key as a JWK, exported through PEM to avoid a deadlock of Node 20. Node locks a key while it exports
 * the key as JWK. If the garbage collector then collects the job that generated the key, the collector waits for the
 * same lock, and the process hangs forever. A key imported from PEM has a separate lock.
 */
export function newPrivateJwk(kind: KeyKind): JsonWebKey {
  return createPrivateKey(newPem(kind)).export({ format: 'jwk' });
}

function newPem(kind: KeyKind): string {
  const { privateKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2_048, privateKeyEncoding, publicKeyEncoding })
      : kind === 'p256'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256', privateKeyEncoding, publicKeyEncoding })
        : generateKeyPairSync('ed25519', { privateKeyEncoding, publicKeyEncoding });
  return privateKey;
}
