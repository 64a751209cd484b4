import type { BuilderTokens } from '../../../../lib/crypto/builder_token.ts';
import { peekToken } from '../../../../lib/crypto/token_peek.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Builder, BuilderStore } from '../../members/domain/builder.ts';
import { canonicalEmail } from '../../domain/email_address.ts';
import type { IdentityProvider } from '../domain/login.ts';
import type { BuilderOfLogin } from './builder_of_login.ts';

type Stores = { builders: BuilderStore };

/** The builder of a token, and the address in the token, which may be newer than the stored one. */
export type TokenHolder = { builder: Builder; email: string; emailVerified: boolean };

/** Null for an invalid token and for an unknown builder. */
export type BuilderOfToken = (token: string) => Promise<TokenHolder | null>;

type Deps = {
  stores: Pick<Stores, 'builders'>;
  tokens: BuilderTokens;
  /** Null when only our own issuer is configured. */
  identityProvider: IdentityProvider | null;
  builderOfLogin: BuilderOfLogin;
  clock: Clock;
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
    const isProviders = identityProvider !== null && peekToken(token)?.issuer === identityProvider.issuer;
    return isProviders ? ofProvider(identityProvider, token) : ofOwnIssuer(token);
  };
}
