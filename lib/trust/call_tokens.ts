import { Buffer } from 'node:buffer';
import type { Clock } from '../time/clock.ts';
import { isProcessName, type ProcessName, type Service } from './arrows.ts';
import type { ProcessKeys } from './process_keys.ts';
import { isSignedBy, signText } from './signatures.ts';

/**
 * The token of a call names the caller (`sub`), the called service (`aud`) and the end of its validity (`exp`, Unix
 * ms). A process signs a token for each service every half minute, and a service verifies each token once, because a
 * signature costs more time than a short call.
 */
type CallClaims = { sub: string; aud: string; exp: number };

const LIFETIME_MS = 60_000;
/** Max difference between the clocks of two machines. */
const MAX_CLOCK_SKEW_MS = 60_000;
const MAX_CACHED = 1_000;

/** Returns the current token for a service. */
export function callTokens(keys: ProcessKeys, process: ProcessName, clock: Clock): (service: Service) => string {
  const current = new Map<Service, { token: string; refreshTime: number; madeTime: number }>();
  return (service) => {
    const now = clock.now();
    const known = current.get(service);
    // If this machine's clock was set back, other processes would find the token's times in the future, so a new token
    // is signed.
    if (known && now < known.refreshTime && now >= known.madeTime) return known.token;
    const claims: CallClaims = { sub: process, aud: service, exp: now + LIFETIME_MS };
    const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const token = `${text}.${signText(keys, 'call', text)}`;
    current.set(service, { token, refreshTime: now + LIFETIME_MS / 2, madeTime: now });
    return token;
  };
}

export type VerifiedCaller = { process: ProcessName } | { fault: string };

/** Returns who signed a token for `service`. */
export function callTokenVerifier(
  keys: ProcessKeys,
  service: Service,
  clock: Clock,
): (token: string) => VerifiedCaller {
  const valid = new Map<string, { process: ProcessName; exp: number }>();

  function keep(token: string, process: ProcessName, exp: number): void {
    if (valid.size >= MAX_CACHED) valid.clear();
    valid.set(token, { process, exp });
  }
  return (token) => {
    const known = valid.get(token);
    const now = clock.now();
    if (known && isInTime(known.exp, now)) return { process: known.process };
    const [text = '', signature = ''] = token.split('.');
    const claims = claimsIn(text);
    if (!claims || !isProcessName(claims.sub)) return { fault: 'malformed token' };
    if (!isSignedBy(keys, claims.sub, { purpose: 'call', text, signature })) return { fault: 'wrong signature' };
    if (claims.aud !== service) return { fault: 'token for another service' };
    if (!isInTime(claims.exp, now)) return { fault: 'token expired, or the clocks of the machines differ' };
    keep(token, claims.sub, claims.exp);
    return { process: claims.sub };
  };
}

function isInTime(exp: number, now: number): boolean {
  return exp > now - MAX_CLOCK_SKEW_MS && exp <= now + LIFETIME_MS + MAX_CLOCK_SKEW_MS;
}

function claimsIn(text: string): CallClaims | undefined {
  try {
    const { sub, aud, exp } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<CallClaims>;
    return typeof sub === 'string' && typeof aud === 'string' && typeof exp === 'number'
      ? { sub, aud, exp }
      : undefined;
  } catch {
    return undefined;
  }
}
