import { createHash, randomBytes } from 'node:crypto';

/** A token is `cws_` and 256 random bits. The prefix lets secret scanners find a leaked token. */
const TOKEN_PREFIX = 'cws_';
const TOKEN_PATTERN = /^cws_[\w-]{43}$/;

/** A credential of a session: a key, a builder token, a one-time link or the secret of a cookie. */
export function newSessionToken(): string {
  return TOKEN_PREFIX + randomBytes(32).toString('base64url');
}

/** Whether a text has the form of a token. It does not check whether the token exists. */
export function looksLikeSessionToken(text: string): boolean {
  return TOKEN_PATTERN.test(text);
}

/**
 * The hash by which a token is found; the token itself is never stored. Tokens are random, so a fast hash is enough.
 */
export function sessionTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
