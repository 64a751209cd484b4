import { Buffer } from 'node:buffer';

/** The unverified header and claims of a JWT. Use them only to choose the verifier. */
export type UnverifiedToken = { header: Record<string, unknown>; issuer: string };

export const MAX_TOKEN_LENGTH = 8_192;
const COMPACT_JWS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/** Returns null unless the text has the form of a signed JWT of at most MAX_TOKEN_LENGTH characters. */
export function readUnverifiedToken(token: string): UnverifiedToken | null {
  if (token.length > MAX_TOKEN_LENGTH || !COMPACT_JWS.test(token)) return null;
  const [header, payload] = token.split('.').slice(0, 2).map(objectOf);
  if (!header || !payload) return null;
  return { header, issuer: typeof payload['iss'] === 'string' ? payload['iss'] : '' };
}

function objectOf(segment: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
