import { Buffer } from 'node:buffer';

/** What a compact JWT says of itself. Nothing of it is verified: good for choosing who verifies, and for nothing else. */
export type TokenPeek = { header: Record<string, unknown>; issuer: string };

export const MAX_TOKEN_LENGTH = 8_192;
const COMPACT = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;

/** Null for anything that does not have the form of a signed JWT, or is longer than any of ours. */
export function peekToken(token: string): TokenPeek | null {
  if (token.length > MAX_TOKEN_LENGTH || !COMPACT.test(token)) return null;
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
