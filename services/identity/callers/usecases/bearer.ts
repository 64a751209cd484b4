import { peekToken, type TokenPeek } from '../../../../lib/crypto/token_peek.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Caller } from '../domain/caller.ts';

/**
 * One kind of bearer token. Builders and customers share one header, so each kind first recognises its tokens by their
 * unverified claims. The first kind that recognises a token verifies it; a refusal is final. So unverified claims only
 * choose the verifier.
 */
export type BearerKind = {
  looksLike(peek: TokenPeek): boolean;
  /** The caller that the token authenticates. Throws unauthenticated. */
  callerOf(token: string, peek: TokenPeek): Promise<Caller>;
};

export async function callerOfBearer(kinds: readonly BearerKind[], token: string): Promise<Caller> {
  const peek = peekToken(token);
  const kind = peek && kinds.find((one) => one.looksLike(peek));
  if (!kind) throw badToken();
  return kind.callerOf(token, peek);
}

/** `why` continues "The bearer token …". It must not reveal keys or names of others. */
export function badToken(why = 'is not valid or has expired'): Problem {
  return new Problem('unauthenticated', `The bearer token ${why}.`, { remedy: 'Get a fresh token and send it again.' });
}
