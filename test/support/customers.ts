import { Buffer } from 'node:buffer';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { type Builder, succeeded } from './builder.ts';

export type Customer = { groupRef: string; consumerRef: string };
export type Signer = { kid: string; sign(claims: Record<string, unknown>, header?: Record<string, unknown>): string };

/** A builder's server: it registers its own key and signs tokens, valid for five minutes by default. */
export async function aSigner(builder: Builder): Promise<Signer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const jwtKey = { label: 'signer', algorithm: 'RS256', publicKeyPem: publicKey };
  const { kid } = succeeded<{ kid: string }>(await builder.call('POST', '/jwt-keys', jwtKey));
  return {
    kid,
    sign(claims, header = {}) {
      const now = Math.floor(Date.now() / 1_000);
      const parts = [
        { alg: 'RS256', typ: 'JWT', kid, ...header },
        { iat: now, exp: now + 300, ...claims },
      ];
      const input = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      return `${input}.${createSign('RSA-SHA256').update(input).sign(privateKey, 'base64url')}`;
    },
  };
}
