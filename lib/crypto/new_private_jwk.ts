import { createPrivateKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';

/** By curve, or RSA of 2,048 bits. */
export type KeyKind = 'ed25519' | 'p256' | 'rsa';

const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;
const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;

/**
 * A new private key as a JWK. It goes by way of PEM: Node 20 writes a JWK with the key locked, and when the garbage
 * collector finds, at that moment, the job that made the key, it waits for the same lock, and the process stands still for
 * good. A key read from PEM has a lock that no job knows.
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
