import { createPublicKey, generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { readRsaPublicKey } from './rsa_public_key.ts';

const spki = { type: 'spki', format: 'pem' } as const;
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: spki,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
/** A public key that no generator would produce. */
function crafted(bytes: number, e: string): string {
  const n = randomBytes(bytes);
  n.writeUInt8(0xff, 0);
  n.writeUInt8(0x01, bytes - 1);
  const key: JsonWebKey = { kty: 'RSA', n: n.toString('base64url'), e };
  return createPublicKey({ key, format: 'jwk' }).export(spki) as string;
}
const outcome = (text: string) => {
  const read = readRsaPublicKey(text);
  return 'fault' in read ? read.fault.kind : 'taken';
};

describe('the public key of a signer', () => {
  it('is kept as SPKI, whatever blanks are around it and whichever form it came in', () => {
    expect(readRsaPublicKey(`\n  ${publicKey.replaceAll('\n', '\r\n')}\n`)).toEqual({ pem: publicKey });
    const pkcs1 = createPublicKey(publicKey).export({ type: 'pkcs1', format: 'pem' }) as string;
    expect(readRsaPublicKey(pkcs1)).toEqual({ pem: publicKey });
  });
  it.each([
    ['a private key', privateKey],
    ['a private key in small letters', privateKey.toLowerCase()],
    ['a certificate', publicKey.replaceAll('PUBLIC KEY', 'CERTIFICATE')],
    ['text before the block', `key: ${publicKey}`],
    ['text after the block', `${publicKey}x`],
    ['two blocks', publicKey + publicKey],
    ['a block that ends otherwise', publicKey.replace('END PUBLIC', 'END RSA PUBLIC')],
    ['an empty block', '-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----'],
    ['a block of something else', '-----BEGIN PUBLIC KEY-----\naGVsbG8=\n-----END PUBLIC KEY-----'],
    ['nothing', ''],
  ])('is not %s', (_what, text) => expect(outcome(text)).toBe('malformed'));
  it.each([
    ['1 as exponent, with which every signature is good', crafted(256, 'AQ')],
    ['3 as exponent', crafted(256, 'Aw')],
    ['an even exponent', crafted(256, 'AQAC')],
    ['2040 bits', crafted(255, 'AQAB')],
    ['more bits than are checked quickly', crafted(1_032, 'AQAB')],
    ['another kind of mathematics', generateKeyPairSync('ed25519').publicKey.export(spki) as string],
  ])('does not have %s', (_what, text) => expect(outcome(text)).toBe('unfit'));
});
