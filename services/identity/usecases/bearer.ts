import { peekToken, type TokenPeek } from '../../../lib/crypto/token_peek.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Caller } from '../domain/caller.ts';

/**
 * One kind of bearer token. Builders and customers share one header, so each kind says whether a token looks like its
 * own, by what the token claims of itself; the first that does verifies it, and what it refuses no other is asked about.
 * So a claim can only choose who refuses it.
 */
export type BearerKind = {
  looksLike(peek: TokenPeek): boolean;
  /** Who the token speaks for. Throws unauthenticated. */
  callerOf(token: string, peek: TokenPeek): Promise<Caller>;
};

export async function callerOfBearer(kinds: readonly BearerKind[], token: string): Promise<Caller> {
  const peek = peekToken(token);
  const kind = peek && kinds.find((one) => one.looksLike(peek));
  if (!kind) throw badToken();
  return kind.callerOf(token, peek);
}

/** `why` continues "The bearer token …" and tells nothing of anybody else's keys or names. */
export function badToken(why = 'is not valid or has expired'): Problem {
  return new Problem('unauthenticated', `The bearer token ${why}.`, { remedy: 'Get a fresh token and send it again.' });
}
