import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { looksLikeSessionToken, newSessionToken, sessionTokenHash } from '../../../lib/crypto/session_token.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { ClockAndIds, UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import type { Audit } from '../audit/audit_entries.ts';
import type { AuditStore } from '../audit/audit_entry.ts';
import type { BuilderOfLogin } from '../callers/builder_of_token.ts';
import type { IdentityProvider } from '../callers/caller.ts';
import { canonicalEmail } from '../email_address.ts';
import type { BuilderStore } from '../members/builder.ts';
import type { MembershipStore } from '../orgs/org.ts';
import { LINK_LIFETIME_MS, type SessionStore } from './session.ts';

/** The sign-in page of an OpenID Connect issuer, and the exchange of the authorization code. */
export type SignInPage = {
  /** The URL of the page. Throws unavailable when the issuer's configuration cannot be fetched. */
  address(asked: { redirectUri: string; state: string; nonce: string; codeChallenge: string }): Promise<string>;
  /**
   * Exchanges a code for the issuer's ID token, and does not verify it. Throws unauthenticated if the issuer refuses
   * the code, unavailable if the issuer does not answer.
   */
  exchange(given: { code: string; codeVerifier: string; redirectUri: string }): Promise<string>;
  clientId: string;
};

type SignedInBuilder = { builderId: string; email: string; emailVerified: boolean };
/** `secret`: the value of the session cookie. */
type SignedIn = { secret: string; expireTime: number };
type SignInStores = { sessions: SessionStore; memberships: MembershipStore; audit: AuditStore };
type SignIn = (stores: SignInStores, person: SignedInBuilder) => Promise<SignedIn>;

type Deps = ClockAndIds & { sessionLifetime: number; audit: Audit };

/**
 * Starts a console session for a builder whose identity is proven. Adds an entry to the audit log of each of the
 * builder's orgs.
 */
function makeSignIn({ clock, newId, sessionLifetime, audit }: Deps): SignIn {
  return async function signIn(s, { builderId, email, emailVerified }) {
    const secret = newSessionToken();
    const createTime = clock.now();
    const expireTime = createTime + sessionLifetime;
    const id = newId();
    await s.sessions.insertSession({
      id,
      builderId,
      secretHash: sessionTokenHash(secret),
      email,
      emailVerified,
      expireTime,
      createTime,
    });
    for (const { orgId } of await s.memberships.listOfBuilder(builderId)) {
      const change = { action: 'session.created' as const, targetId: id, targetName: email };
      await audit(s, { principal: `builder:${builderId}` }, { ...change, orgId });
    }
    return { secret, expireTime };
  };
}

type Stores = SignInStores & { builders: BuilderStore };

/** The token of a sign-in link. Only the operator may see it. `expireTime` in Unix ms. */
type NewLink = { token: string; expireTime: number };
type CreateSignInLink = (person: { builderId: string; isEmailUnverified?: boolean }) => Promise<NewLink>;
type SpendSignInLink = (token: string) => Promise<SignedIn>;

type CreateLinkDeps = ClockAndIds & { stores: Pick<Stores, 'sessions' | 'builders'> };

/**
 * Creates a link that signs a builder in once. The operator must give the link only to this builder. Throws notFound.
 */
function makeCreateSignInLink({ stores, clock }: CreateLinkDeps): CreateSignInLink {
  return async function createSignInLink({ builderId, isEmailUnverified = false }) {
    if (!(await stores.builders.find(builderId))) throw notFound('builder');
    const token = newSessionToken();
    const expireTime = clock.now() + LINK_LIFETIME_MS;
    const link = { tokenHash: sessionTokenHash(token), builderId, emailVerified: !isEmailUnverified, expireTime };
    await stores.sessions.insertLink(link);
    return { token, expireTime };
  };
}

type SpendDeps = UseCaseContext<Stores> & { signIn: SignIn };

/**
 * Signs a builder in with a link, and deletes the link. Throws unauthenticated for a link that is unknown, expired or
 * used.
 */
function makeSpendSignInLink({ stores, clock, signIn }: SpendDeps): SpendSignInLink {
  return async function spendSignInLink(token) {
    if (!looksLikeSessionToken(token)) throw linkInvalid();
    return stores.transaction(async (s) => {
      const link = await s.sessions.takeLink(sessionTokenHash(token), clock.now());
      const builder = link && (await s.builders.find(link.builderId));
      if (!builder) throw linkInvalid();
      const { id: builderId, primaryEmail: email } = builder;
      return signIn(s, { builderId, email, emailVerified: link.emailVerified });
    });
  };
}

function linkInvalid(): Problem {
  return new Problem('unauthenticated', 'The sign-in link is not valid, has expired, or was used before.', {
    remedy: 'Print another one on the server: npm run token -- --link',
  });
}

/** The URL of the issuer's page, and the values that a cookie stores until the issuer redirects the browser back. */
type StartedSignIn = { url: string; state: string; nonce: string; codeVerifier: string };
type StartSignIn = (redirectUri: string) => Promise<StartedSignIn>;

type ProviderAnswer = { code: string; nonce: string; codeVerifier: string; redirectUri: string };
type FinishSignIn = (answer: ProviderAnswer) => Promise<SignedIn>;

type StartDeps = { signInPage: SignInPage | null };

/** Starts an authorization code flow with PKCE (RFC 7636), a state and a nonce. */
function makeStartSignIn({ signInPage }: StartDeps): StartSignIn {
  return async function startSignIn(redirectUri) {
    if (!signInPage) throw notConfigured();
    const [state, nonce, codeVerifier] = [randomToken(), randomToken(), randomToken()];
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    return { url: await signInPage.address({ redirectUri, state, nonce, codeChallenge }), state, nonce, codeVerifier };
  };
}

type FinishDeps = StartDeps &
  UseCaseContext<SignInStores> & {
    identityProvider: IdentityProvider | null;
    builderOfLogin: BuilderOfLogin;
    signIn: SignIn;
  };

/**
 * Exchanges the code and starts a session. The ID token is verified like every builder's token. The token must also be
 * issued for the console and for this sign-in (OpenID Connect Core 3.1.3.7).
 */
function makeFinishSignIn(deps: FinishDeps): FinishSignIn {
  const { signInPage, identityProvider, builderOfLogin, stores, signIn } = deps;
  return async function finishSignIn({ nonce, ...given }) {
    if (!signInPage || !identityProvider) throw notConfigured();
    const token = await signInPage.exchange(given);
    const login = await identityProvider.verify(token);
    if (!login || !isTokenForSignIn(token, { clientId: signInPage.clientId, nonce })) throw tokenRefused();
    const email = canonicalEmail(login.email) ?? '';
    const builder = await builderOfLogin({ ...login, email });
    const emailVerified = email !== '' && login.emailVerified;
    return stores.transaction((s) => signIn(s, { builderId: builder.id, email, emailVerified }));
  };
}

/** The use cases of sign-ins by a link of the operator, and of sign-ins at the identity provider. */
export function makeSignIns(deps: Deps & UseCaseContext<Stores> & Omit<FinishDeps, 'signIn'>) {
  const signIn = makeSignIn(deps);
  return {
    createSignInLink: makeCreateSignInLink(deps),
    spendSignInLink: makeSpendSignInLink({ ...deps, signIn }),
    startSignIn: makeStartSignIn(deps),
    finishSignIn: makeFinishSignIn({ ...deps, signIn }),
  };
}

/** Whether a verified token was issued for this client and this sign-in. */
function isTokenForSignIn(token: string, { clientId, nonce }: { clientId: string; nonce: string }): boolean {
  const claims = decodeJwt(token);
  const audiences = [claims.aud].flat();
  const party = claims['azp'] ?? (audiences.length === 1 ? clientId : undefined);
  return audiences.includes(clientId) && party === clientId && nonce !== '' && claims['nonce'] === nonce;
}

function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

function notConfigured(): Problem {
  return new Problem('unprocessable', 'This platform has no sign-in page of an OpenID Connect issuer.', {
    remedy: 'Set CAUSEWAY_IDENTITY_OIDC_ISSUER and CAUSEWAY_IDENTITY_OIDC_CLIENT_ID, or use a one-time link.',
  });
}

function tokenRefused(): Problem {
  return new Problem('unauthenticated', 'The identity provider sent a token that is not for this sign-in.', {
    remedy: 'Start again at /console/sign-in.',
  });
}
