/**
 * Verifies tokens that a builder's server signs for its customers, following RFC 8725. The algorithm is fixed; the
 * token does not choose it. The key is the key registered under `kid`, never a key or URL in the token. Header fields
 * that could change the algorithm or the key are refused, not ignored. The max lifetime is ten minutes.
 */
import { createPublicKey } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';

type CustomerClaims = { groupRef: string; consumerRef: string };

/** Max clock skew between a builder's server and ours. Seconds. */
const LEEWAY_SECONDS = 30;
const MAX_LIFETIME_SECONDS = 600;
const SIGNATURE_ALGORITHM = 'RS256';
/** Refused header fields: each would let a token choose its key or change the signed content. */
const REFUSED_HEADER_FIELDS = ['jwk', 'jku', 'x5u', 'x5c', 'crit', 'b64', 'zip', 'cty'];
/** The pattern of openapi.yaml, but without lone surrogates: encoding turns each into U+FFFD, so refs would collide. */
const REF_PATTERN =
  /^[^\p{Cc}\p{Cs}\u200b-\u200f\u2028\u2029\ufeff]*[^\s\p{Cc}\p{Cs}\u200b-\u200f\u2028\u2029\ufeff]$/u;
const MAX_REF_LENGTH = 191;

/** The fault of a token's header; null when it is valid. Check it before looking up the key. */
export function headerFault(header: Record<string, unknown>): string | null {
  if (header['alg'] !== SIGNATURE_ALGORITHM) return `must be signed with ${SIGNATURE_ALGORITHM}`;
  const refused = REFUSED_HEADER_FIELDS.find((name) => Object.hasOwn(header, name));
  if (refused !== undefined) return `has the header ${refused}, which is not taken`;
  const typ = header['typ'];
  if (typ !== undefined && (typeof typ !== 'string' || typ.toUpperCase() !== 'JWT')) return 'has a typ other than JWT';
  return null;
}

/** Verifies a token with the registered key. `now`: Unix ms. Fault texts never quote the token. */
export async function verifyCustomerToken(
  token: string,
  publicKeyPem: string,
  now: number,
): Promise<{ claims: CustomerClaims } | { fault: string }> {
  try {
    const { payload } = await jwtVerify(token, createPublicKey(publicKeyPem), {
      algorithms: [SIGNATURE_ALGORITHM],
      clockTolerance: LEEWAY_SECONDS,
      requiredClaims: ['iat', 'exp', 'groupRef', 'consumerRef'],
      currentDate: new Date(now),
    });
    const fault = claimsFault(payload, now);
    return fault ? { fault } : { claims: refTexts(payload) };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

function claimsFault(payload: JWTPayload, now: number): string | null {
  const { iat = NaN, exp = NaN } = payload;
  if (!Number.isFinite(iat) || !Number.isFinite(exp)) return 'must have iat and exp as numbers';
  if (exp <= iat) return 'ends before it begins';
  if (exp - iat > MAX_LIFETIME_SECONDS) return `must end at most ${MAX_LIFETIME_SECONDS} s after it was issued`;
  if (iat > now / 1_000 + LEEWAY_SECONDS) return 'was issued in the future';
  for (const name of ['groupRef', 'consumerRef']) if (!isRef(payload[name])) return `has no ${name} that could be one`;
  return null;
}

function isRef(value: unknown): boolean {
  return typeof value === 'string' && value.length <= MAX_REF_LENGTH && REF_PATTERN.test(value);
}

function refTexts(payload: JWTPayload): CustomerClaims {
  return { groupRef: payload['groupRef'] as string, consumerRef: payload['consumerRef'] as string };
}

function faultOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'has expired';
  if (error instanceof errors.JWTClaimValidationFailed) return `has no good ${error.claim}`;
  return 'is not signed with the key that it names';
}
