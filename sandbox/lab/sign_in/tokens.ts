/**
 * Codes, access tokens and refresh tokens of one provider. Refresh tokens rotate. Using one twice ends the whole grant
 * (RFC 9700 4.14), unless the second use is within the grace period (`graceSeconds`) that some providers have.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../lib/time/clock.ts';

type Grant = { id: number; scope: string; isRevoked: boolean };
type Code = { redirectUri: string; challenge: string | null; scope: string };
export type TokenRules = {
  accessTtlSeconds: number;
  /** False: a refresh returns the same refresh token. */
  isRotating: boolean;
  graceSeconds: number;
};
/** Counts of refresh requests: all (`shown`), the most for one token (`maxOfOne`), and the refused ones. */
export type Spends = { shown: number; maxOfOne: number; refused: number };
export type Issued = { accessToken: string; refreshToken: string; grant: Grant };

export type Tokens = {
  rules: TokenRules;
  putCode(code: Code): string;
  takeCode(code: string): Code | null;
  issue(scope: string): Issued;
  /** Null when the token is unknown or already used, or when its grant ended. */
  refresh(refreshToken: string): Issued | null;
  isAccess(token: string): boolean;
  revoke(token: string): void;
  revokeAll(what: 'access' | 'refresh' | 'all'): void;
  spends(): Spends;
};

type Refresh = { grant: Grant; spentAt: number | null; spends: number };

export function createTokens(clock: Clock): Tokens {
  const rules: TokenRules = { accessTtlSeconds: 3600, isRotating: true, graceSeconds: 0 };
  const codes = new Map<string, Code>();
  const access = new Map<string, { grant: Grant; expires: number }>();
  const refreshes = new Map<string, Refresh>();
  const spends: Spends = { shown: 0, maxOfOne: 0, refused: 0 };
  let grants = 0;

  function accessFor(grant: Grant): string {
    const token = `lab-access-${secret()}`;
    access.set(token, { grant, expires: clock.now() + rules.accessTtlSeconds * 1000 });
    return token;
  }

  function refreshFor(grant: Grant): string {
    const token = `lab-refresh-${secret()}`;
    refreshes.set(token, { grant, spentAt: null, spends: 0 });
    return token;
  }

  function refreshed(refreshToken: string, known: Refresh): Issued | null {
    const isLate = known.spentAt !== null && clock.now() > known.spentAt + rules.graceSeconds * 1000;
    if (isLate) known.grant.isRevoked = true;
    if (isLate) return null;
    if (rules.isRotating) known.spentAt ??= clock.now();
    const next = rules.isRotating ? refreshFor(known.grant) : refreshToken;
    return { accessToken: accessFor(known.grant), refreshToken: next, grant: known.grant };
  }

  return {
    rules,
    putCode(code) {
      const text = `lab-code-${secret()}`;
      codes.set(text, code);
      return text;
    },
    takeCode(text) {
      const code = codes.get(text) ?? null;
      codes.delete(text);
      return code;
    },
    issue(scope) {
      const grant: Grant = { id: ++grants, scope, isRevoked: false };
      return { accessToken: accessFor(grant), refreshToken: refreshFor(grant), grant };
    },
    refresh(refreshToken) {
      const known = refreshes.get(refreshToken);
      spends.shown += 1;
      if (known) spends.maxOfOne = Math.max(spends.maxOfOne, ++known.spends);
      const issued = known && !known.grant.isRevoked ? refreshed(refreshToken, known) : null;
      if (!issued) spends.refused += 1;
      return issued;
    },
    isAccess(token) {
      const known = access.get(token);
      return known !== undefined && !known.grant.isRevoked && known.expires > clock.now();
    },
    revoke(token) {
      const grant = (access.get(token) ?? refreshes.get(token))?.grant;
      if (grant) grant.isRevoked = true;
    },
    spends: () => ({ ...spends }),
    revokeAll(what) {
      if (what !== 'refresh') access.clear();
      if (what !== 'access') refreshes.clear();
    },
  };
}

function secret(): string {
  return randomBytes(12).toString('hex');
}
