import type { BuilderTokens } from '../../../lib/crypto/builder_token.ts';
import { readUnverifiedToken } from '../../../lib/crypto/token_peek.ts';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { ClockAndIds } from '../../../lib/use_case/use_case_context.ts';
import { canonicalEmail } from '../email_address.ts';
import type { Builder, BuilderStore } from '../members/builder.ts';
import type { IdentityClaims, IdentityProvider } from './caller.ts';

type Stores = { builders: BuilderStore };

/** The builder of a token, and the email address in the token, which may be newer than the stored address. */
type TokenHolder = { builder: Builder; email: string; emailVerified: boolean };

/** Verifies a token and finds its builder. Null for an invalid token and for an unknown builder. */
export type BuilderOfToken = (token: string) => Promise<TokenHolder | null>;

type Deps = {
  clock: Clock;
  stores: Pick<Stores, 'builders'>;
  tokens: BuilderTokens;
  /** Null when only Causeway's own issuer is configured. */
  identityProvider: IdentityProvider | null;
  builderOfLogin: BuilderOfLogin;
};

/** The unverified `iss` only chooses the verifier; each verifier accepts only its own issuer and keys. */
export function makeBuilderOfToken(deps: Deps): BuilderOfToken {
  const { stores, tokens, identityProvider, builderOfLogin, clock } = deps;

  async function ofOwnIssuer(token: string): Promise<TokenHolder | null> {
    const claims = await tokens.verify(token, clock.now());
    const builder = claims && (await stores.builders.find(claims.builderId));
    return builder ? { builder, email: claims.email, emailVerified: claims.emailVerified } : null;
  }

  async function ofProvider(provider: IdentityProvider, token: string): Promise<TokenHolder | null> {
    const login = await provider.verify(token);
    if (!login) return null;
    const email = canonicalEmail(login.email) ?? '';
    const emailVerified = email !== '' && login.emailVerified;
    return { builder: await builderOfLogin({ ...login, email }), email, emailVerified };
  }

  return async function builderOfToken(token) {
    const isProviders = identityProvider !== null && readUnverifiedToken(token)?.issuer === identityProvider.issuer;
    return isProviders ? ofProvider(identityProvider, token) : ofOwnIssuer(token);
  };
}

export type BuilderOfLogin = (login: IdentityClaims) => Promise<Builder>;

type BuilderOfLoginDeps = ClockAndIds & { stores: Pick<Stores, 'builders'> };

/**
 * Finds the builder of a login. The first login creates the builder. When two first logins are concurrent, the unique
 * key rejects the second insert, and both return the same builder.
 */
export function makeBuilderOfLogin({ stores, clock, newId }: BuilderOfLoginDeps): BuilderOfLogin {
  const find = ({ idpProvider, idpRef }: IdentityClaims) => stores.builders.findByIdp(idpProvider, idpRef);

  async function create({ email, emailVerified: _, ...login }: IdentityClaims): Promise<void> {
    const builder = { id: newId(), ...login, primaryEmail: email, createTime: clock.now() };
    await stores.builders.insert(builder).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
  }

  return async function builderOfLogin(login) {
    const known = await find(login);
    if (known) return known;
    if (login.email === '')
      throw new Problem('unauthenticated', 'The bearer token names no e-mail address, which a first login needs.', {
        remedy: 'Have the identity provider put the claims email and email_verified into its tokens.',
      });
    await create(login);
    const made = await find(login);
    if (!made) throw new Error('A builder that was just made is not there.');
    return made;
  };
}
