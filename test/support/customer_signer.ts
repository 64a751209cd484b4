import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { type Builder, succeeded } from './builder.ts';

export type Customer = { groupRef: string; consumerRef: string };

/**
 * Registers a key of the builder's own server. Returns a function that signs customers' tokens, valid for ten minutes.
 */
export async function customerSigner(builder: Builder): Promise<(customer: Customer) => Promise<string>> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' });
  const { kid } = succeeded<{ kid: string }>(
    await builder.call('POST', '/jwt-keys', { label: 'app', algorithm: 'RS256', publicKeyPem }),
  );
  return ({ groupRef, consumerRef }) =>
    new SignJWT({ groupRef, consumerRef })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey);
}
