import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { Problem } from '../../../lib/problem/problem.ts';
import type { BuilderOfLogin } from '../callers/builder_of_token.ts';
import type { IdentityProvider } from '../callers/caller.ts';
import { canonicalEmail } from '../email_address.ts';
import type { SessionStore } from './session.ts';
import type { SignedIn, SignIn, SignInPage } from './sign_in.ts';

/** What the browser's cookie keeps until the issuer's page leads back. */
type StartedSignIn = { url: string; state: string; nonce: string; codeVerifier: string };
type StartSignIn = (redirectUri: string) => Promise<StartedSignIn>;

type Given = { code: string; nonce: string; codeVerifier: string; redirectUri: string };
type FinishSignIn = (given: Given) => Promise<SignedIn>;

type StartDeps = { signInPage: SignInPage | null };

/** Authorization code with PKCE (RFC 7636), a state and a nonce. */
export function makeStartSignIn({ signInPage }: StartDeps): StartSignIn {
  return async function startSignIn(redirectUri) {
    if (!signInPage) throw notConfigured();
    const [state, nonce, codeVerifier] = [random(), random(), random()];
    const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
    return { url: await signInPage.address({ redirectUri, state, nonce, codeChallenge }), state, nonce, codeVerifier };
  };
}

type FinishDeps = StartDeps & {
  identityProvider: IdentityProvider | null;
  builderOfLogin: BuilderOfLogin;
  stores: { sessions: SessionStore };
  signIn: SignIn;
};

/**
 * Exchanges the code and starts a session. The ID token is verified like any builder's token; besides, it must be made
 * for the console and for this sign-in (OpenID Connect Core 3.1.3.7).
 */
export function makeFinishSignIn(deps: FinishDeps): FinishSignIn {
  const { signInPage, identityProvider, builderOfLogin, stores, signIn } = deps;
  return async function finishSignIn({ nonce, ...given }) {
    if (!signInPage || !identityProvider) throw notConfigured();
    const token = await signInPage.exchange(given);
    const login = await identityProvider.verify(token);
    if (!login || !isFor(token, { clientId: signInPage.clientId, nonce })) throw refused();
    const email = canonicalEmail(login.email) ?? '';
    const builder = await builderOfLogin({ ...login, email });
    const emailVerified = email !== '' && login.emailVerified;
    return signIn(stores, { builderId: builder.id, email, emailVerified });
  };
}

/** Of a token that is verified already. */
function isFor(token: string, { clientId, nonce }: { clientId: string; nonce: string }): boolean {
  const claims = decodeJwt(token);
  const audiences = [claims.aud].flat();
  const party = claims['azp'] ?? (audiences.length === 1 ? clientId : undefined);
  return audiences.includes(clientId) && party === clientId && nonce !== '' && claims['nonce'] === nonce;
}

function random(): string {
  return randomBytes(32).toString('base64url');
}

function notConfigured(): Problem {
  return new Problem('unprocessable', 'This platform has no sign-in page of an OpenID Connect issuer.', {
    remedy: 'Set CAUSEWAY_IDENTITY_OIDC_ISSUER and CAUSEWAY_IDENTITY_OIDC_CLIENT_ID, or use a one-time link.',
  });
}

function refused(): Problem {
  return new Problem('unauthenticated', 'The identity provider sent a token that is not for this sign-in.', {
    remedy: 'Start again at /console/sign-in.',
  });
}
