import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newPrivateJwk } from './new_private_jwk.ts';

describe('a new private key', () => {
  it.each([
    ['ed25519', null, { kty: 'OKP', crv: 'Ed25519' }],
    ['p256', 'sha256', { kty: 'EC', crv: 'P-256' }],
    ['rsa', 'sha256', { kty: 'RSA' }],
  ] as const)('of kind %s signs, and its public half checks that', (kind, digest, shape) => {
    const jwk = newPrivateJwk(kind);
    expect(jwk).toMatchObject(shape);
    const key = createPrivateKey({ key: jwk, format: 'jwk' });
    const text = new TextEncoder().encode('a text');
    expect(verify(digest, text, createPublicKey(key), sign(digest, text, key))).toBe(true);
  });

  it('is another one each time', () => {
    expect(newPrivateJwk('ed25519')['d']).not.toBe(newPrivateJwk('ed25519')['d']);
  });
});
