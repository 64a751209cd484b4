import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { verifyCustomerToken } from './customer_token.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;

describe('the token of a customer', () => {
  const verified = async (claims: Record<string, string>) => {
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).setIssuedAt().setExpirationTime('5m');
    return verifyCustomerToken(await token.sign(privateKey), pem, Date.now());
  };

  it('takes any script', async () => {
    const claims = { groupRef: 'Grüße 😀', consumerRef: '日本' };
    expect(await verified(claims)).toEqual({ claims });
  });

  it('does not take half a character for a name, which would be the same as any other half', async () => {
    for (const half of ['\ud83d', '\ude00', 'a\udfff', '\ud800b'])
      for (const name of ['groupRef', 'consumerRef'])
        expect(await verified({ groupRef: 'g', consumerRef: 'c', [name]: half })).toEqual({
          fault: `has no ${name} that could be one`,
        });
  });
});
