import { Buffer } from 'node:buffer';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../time/clock.ts';
import { isProcessName, type ProcessName } from './arrows.ts';
import type { ProcessKeys } from './process_keys.ts';
import { isSignedBy, signText } from './signatures.ts';

/**
 * The token of a request that one process hands to another as a stream. It is bound to the whole head (method, path,
 * installation, headers) and valid for 60 s. A receiver accepts a token once, because the receiver remembers the tokens
 * that it has seen. The replicas of the receiver do not share this memory, so an intercepted token can be replayed once
 * on each other replica.
 */
export type HandOverTokens = {
  sign(head: string): string;
  /** Returns the process that signed, or why the token is refused. */
  check(head: string, token: string): { process: ProcessName } | { fault: string };
};

type HandOverClaims = { sub: string; exp: number; id: string };

const LIFETIME_MS = 60_000;
/** Max difference between the clocks of two machines. */
const MAX_CLOCK_SKEW_MS = 60_000;
const MAX_SIGNATURES = 2;
/** After this many new tokens, the expired tokens are removed from the memory. */
const SWEEP_EVERY = 1_000;

type TokenSigner = {
  sign(text: string): string;
  isSigned(process: ProcessName, text: string, signature: string): boolean;
};

/** `signers`: each adds a signature; one valid signature is enough. There are two while process keys are introduced. */
export function handOverTokens(process: ProcessName, signers: readonly TokenSigner[], clock: Clock): HandOverTokens {
  const seen = new Map<string, number>();
  let sweepAt = SWEEP_EVERY;

  /** Returns false when the token was used before. */
  function remember({ id, exp }: HandOverClaims): boolean {
    if (seen.has(id)) return false;
    seen.set(id, exp + MAX_CLOCK_SKEW_MS);
    if (seen.size < sweepAt) return true;
    const now = clock.now();
    for (const [one, until] of seen) if (until < now) seen.delete(one);
    sweepAt = seen.size + SWEEP_EVERY;
    return true;
  }

  return {
    sign(head) {
      const claims: HandOverClaims = {
        sub: process,
        exp: clock.now() + LIFETIME_MS,
        id: randomBytes(12).toString('base64url'),
      };
      const text = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return [text, ...signers.map((signer) => signer.sign(boundText(text, head)))].join('.');
    },
    check(head, token) {
      const [text = '', ...signatures] = token.split('.');
      const claims = claimsIn(text);
      if (!claims || !isProcessName(claims.sub)) return { fault: 'malformed token' };
      const { sub } = claims;
      const isSigned = ({ isSigned: accepts }: TokenSigner) =>
        signatures.slice(0, MAX_SIGNATURES).some((one) => accepts(sub, boundText(text, head), one));
      if (!signers.some(isSigned)) return { fault: 'wrong signature' };
      const left = claims.exp - clock.now();
      if (left < -MAX_CLOCK_SKEW_MS || left > LIFETIME_MS + MAX_CLOCK_SKEW_MS)
        return { fault: 'token expired, or the clocks of the machines differ' };
      return remember(claims) ? { process: sub } : { fault: 'token used before' };
    },
  };
}

/** Signs with the Ed25519 keys of the processes. */
export function keySigner(keys: ProcessKeys): TokenSigner {
  return {
    sign: (text) => signText(keys, 'handOver', text),
    isSigned: (process, text, signature) => isSignedBy(keys, process, { purpose: 'handOver', text, signature }),
  };
}

/**
 * Signs with the token that all processes share. The signature proves that some process signed, but not which process.
 */
export function sharedSigner(token: string): TokenSigner {
  const sign = (text: string) => createHmac('sha256', token).update(`causeway handOver v1\n${text}`).digest();
  return {
    sign: (text) => sign(text).toString('base64url'),
    isSigned(_process, text, signature) {
      const [wanted, given] = [sign(text), Buffer.from(signature, 'base64url')];
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}

function boundText(claims: string, head: string): string {
  return `${claims}\n${createHash('sha256').update(head).digest('base64url')}`;
}

function claimsIn(text: string): HandOverClaims | undefined {
  try {
    const { sub, exp, id } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Partial<HandOverClaims>;
    return typeof sub === 'string' && typeof exp === 'number' && typeof id === 'string' ? { sub, exp, id } : undefined;
  } catch {
    return undefined;
  }
}
