import { createHash } from 'node:crypto';

/** The stored form of a state, a session token or a browser's secret: SHA-256 in hex. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
