import { looksLikeSessionToken, newSessionToken, sessionTokenHash } from '../../../lib/crypto/session_token.ts';
import type { Transacting } from '../../../lib/db/transacting.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import { notFound } from '../../../lib/problem/not_found.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { BuilderStore } from '../members/builder.ts';
import { LINK_LIFETIME, type SessionStore } from './session.ts';

/** Where the browser goes to sign in, and what the page's code is exchanged for. */
export type SignInPage = {
  /** The address of the page. Throws unavailable when the issuer's configuration cannot be fetched. */
  address(asked: { redirectUri: string; state: string; nonce: string; codeChallenge: string }): Promise<string>;
  /**
   * The ID token that the issuer gives for a code, unverified. Throws unauthenticated if it refuses the code,
   * unavailable if it does not answer.
   */
  exchange(given: { code: string; codeVerifier: string; redirectUri: string }): Promise<string>;
  clientId: string;
};

type Person = { builderId: string; email: string; emailVerified: boolean };
/** `secret`: for the cookie. */
export type SignedIn = { secret: string; expireTime: number };
export type SignIn = (stores: { sessions: SessionStore }, person: Person) => Promise<SignedIn>;

type Deps = { clock: Clock; newId: NewId; sessionLifetime: number };

/** Starts a console session of a builder whose identity is proven. */
export function makeSignIn({ clock, newId, sessionLifetime }: Deps): SignIn {
  return async function signIn({ sessions }, { builderId, email, emailVerified }) {
    const secret = newSessionToken();
    const createTime = clock.now();
    const expireTime = createTime + sessionLifetime;
    await sessions.insertSession({
      id: newId(),
      builderId,
      secretHash: sessionTokenHash(secret),
      email,
      emailVerified,
      expireTime,
      createTime,
    });
    return { secret, expireTime };
  };
}

type Stores = { sessions: SessionStore; builders: BuilderStore };

/** The token of a link, for the operator's eyes only; `expireTime` in Unix ms. */
type NewLink = { token: string; expireTime: number };
type CreateSignInLink = (person: { builderId: string; isEmailUnverified?: boolean }) => Promise<NewLink>;
type SpendSignInLink = (token: string) => Promise<SignedIn>;

/** A link that signs a builder in once. The operator is responsible for who gets it. Throws notFound. */
export function makeCreateSignInLink({ stores, clock }: { stores: Stores; clock: Clock }): CreateSignInLink {
  return async function createSignInLink({ builderId, isEmailUnverified = false }) {
    if (!(await stores.builders.find(builderId))) throw notFound('builder');
    const token = newSessionToken();
    const expireTime = clock.now() + LINK_LIFETIME;
    const link = { tokenHash: sessionTokenHash(token), builderId, emailVerified: !isEmailUnverified, expireTime };
    await stores.sessions.insertLink(link);
    return { token, expireTime };
  };
}

type SpendDeps = { stores: Transacting<Stores>; clock: Clock; signIn: SignIn };

/** Spends a link. Throws unauthenticated for one that is unknown, expired or spent. */
export function makeSpendSignInLink({ stores, clock, signIn }: SpendDeps): SpendSignInLink {
  return async function spendSignInLink(token) {
    if (!looksLikeSessionToken(token)) throw invalid();
    return stores.transaction(async (s) => {
      const link = await s.sessions.takeLink(sessionTokenHash(token), clock.now());
      const builder = link && (await s.builders.find(link.builderId));
      if (!builder) throw invalid();
      const { id: builderId, primaryEmail: email } = builder;
      return signIn(s, { builderId, email, emailVerified: link.emailVerified });
    });
  };
}

function invalid(): Problem {
  return new Problem('unauthenticated', 'The sign-in link is not valid, has expired, or was used before.', {
    remedy: 'Print another one on the server: npm run token -- --link',
  });
}
