import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eachWithIdentity, NOW } from '../../../test/support/identity_fixture.ts';

const PROJECT = '01900000-0000-7000-8000-0000000000aa';
const pair = (modulusLength: number) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

describe('registering a JWT key', () => {
  const identity = eachWithIdentity();
  const { publicKey, privateKey } = pair(2_048);
  const register = (publicKeyPem: string) =>
    identity().useCases.createJwtKey({ principal: 'builder:x' }, { projectId: PROJECT, label: 'signer', publicKeyPem });

  it('keeps it as SPKI, active', async () => {
    const { stores } = identity();
    const jwtKey = await register(`\n${publicKey}`);
    expect(jwtKey).toMatchObject({ label: 'signer', publicKeyPem: publicKey, active: true, createTime: NOW });
    expect(await stores.jwtKeys.find(PROJECT, jwtKey.id)).toEqual(jwtKey);
  });

  it('refuses what is no public key by its shape, what is not to be trusted by its meaning, and repeats neither', async () => {
    for (const [pem, kind] of [
      ['hello', 'invalidArgument'],
      [privateKey, 'invalidArgument'],
      [publicKey + privateKey, 'invalidArgument'],
      [publicKey + publicKey, 'invalidArgument'],
      [pair(1_024).publicKey, 'unprocessable'],
    ] as const) {
      const refusal = await register(pem).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        kind,
        extras: { issues: [expect.objectContaining({ in: 'body', name: 'publicKeyPem' })] },
      });
      expect(JSON.stringify(refusal)).not.toContain(pem.split('\n')[2] ?? pem);
    }
    expect(await identity().stores.jwtKeys.list(PROJECT, { activeOnly: false })).toEqual([]);
  });
});
