import { createPublicKey, type KeyObject } from 'node:crypto';

/**
 * Parses a registered public key strictly: exactly one PEM block of type public key, RSA, large enough to be safe and
 * small enough to verify quickly. Node would also accept a certificate or a private key. Both are refused, because a
 * caller that sends them made a mistake.
 */
const MIN_BITS = 2_048;
const MAX_BITS = 8_192;
/** FIPS 186-5: the exponent is odd and above 2^16. With an exponent of 1 every signature would be valid. */
const MIN_EXPONENT = 65_537n;
const PEM_BLOCK = /^-----BEGIN ((?:RSA )?PUBLIC KEY)-----[A-Za-z0-9+/=\s]+-----END \1-----$/;

export type PublicKeyFault = { kind: 'malformed' | 'unfit'; detail: string };

/** The key as SPKI PEM, or its fault. Fault texts never quote the input. */
export function readRsaPublicKey(text: string): { pem: string } | { fault: PublicKeyFault } {
  if (/PRIVATE KEY/i.test(text))
    return malformedKey('is a private key: keep it, consider it leaked, and send the public key of a new pair');
  if (!PEM_BLOCK.test(text.trim()))
    return malformedKey('must be one PEM block that begins with -----BEGIN PUBLIC KEY-----');
  let key: KeyObject;
  try {
    key = createPublicKey(text.trim());
  } catch {
    return malformedKey('is not a public key that can be read');
  }
  const detail = keyUnfitReason(key);
  if (detail) return { fault: { kind: 'unfit', detail } };
  return { pem: key.export({ type: 'spki', format: 'pem' }) as string };
}

function malformedKey(detail: string): { fault: PublicKeyFault } {
  return { fault: { kind: 'malformed', detail } };
}

function keyUnfitReason({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | null {
  if (asymmetricKeyType !== 'rsa') return 'must be an RSA key';
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  if (modulusLength < MIN_BITS) return `must have at least ${MIN_BITS} bits`;
  if (modulusLength > MAX_BITS) return `must have at most ${MAX_BITS} bits`;
  if (publicExponent < MIN_EXPONENT || publicExponent % 2n === 0n) return 'must have an odd exponent of 65537 or more';
  return null;
}
