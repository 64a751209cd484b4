import { type BuilderTokens, createBuilderTokens, newSigningKey } from '../../../lib/crypto/builder_token.ts';
import { openAtStart, type Sealer } from '../../../lib/crypto/sealer.ts';
import { isDuplicate } from '../../../lib/db/errors.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { ClockAndIds } from '../../../lib/use_case/use_case_context.ts';
import { canonicalEmail } from '../email_address.ts';
import type { Builder, BuilderStore } from '../members/builder.ts';
import type { IssuerKeyStore } from './issuer_key.ts';

type Stores = { issuerKeys: IssuerKeyStore };
type Deps = ClockAndIds & { stores: Stores; sealer: Sealer };

/** The associated data of the encrypted key; it binds the ciphertext to its row. */
const SEAL_CONTEXT = 'issuer_keys|current';

/**
 * Opens Causeway's own issuer of tokens, and creates its signing key if there is none. Replicas that start at the same
 * time all use the key that was stored first.
 */
export async function openOwnTokens({ stores, sealer, clock }: Deps): Promise<BuilderTokens> {
  if (!(await stores.issuerKeys.find()))
    await stores.issuerKeys.insert(sealer.seal(newSigningKey(), SEAL_CONTEXT), clock.now());
  const sealed = (await stores.issuerKeys.find()) ?? '';
  return createBuilderTokens(openAtStart(() => sealer.open(sealed, SEAL_CONTEXT)));
}

type IssueBuilderTokenStores = { builders: BuilderStore };

/** The subject of the token: a builder, identified by id or by email address. An unknown address creates a builder. */
type TokenRequest = {
  builderId?: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  /** The claim email_verified; true by default. */
  isEmailUnverified?: boolean;
  /** Defaults to the setting (24 h). */
  lifetimeMs?: number;
};
type IssuedToken = { token: string; expireTime: number; builderId: string };
type IssueBuilderToken = (request: TokenRequest) => Promise<IssuedToken>;

type IssueBuilderTokenDeps = ClockAndIds & {
  stores: IssueBuilderTokenStores;
  tokens: BuilderTokens;
  defaultLifetime: number;
};

/** Issues a token of Causeway's own issuer. The operator is responsible for the subject. */
export function makeIssueBuilderToken({
  stores,
  tokens,
  clock,
  newId,
  defaultLifetime,
}: IssueBuilderTokenDeps): IssueBuilderToken {
  return async function issueBuilderToken(request) {
    const { builderId = '', email = '', lifetimeMs, isEmailUnverified = false } = request;
    const builder = email ? await personOf(email, request) : await stores.builders.find(builderId);
    if (!builder) throw notFound('builder');
    const now = clock.now();
    const expireTime = now + (lifetimeMs || defaultLifetime);
    const claims = { builderId: builder.id, email: builder.primaryEmail, emailVerified: !isEmailUnverified };
    return { token: await tokens.issue(claims, { now, expireTime }), expireTime, builderId: builder.id };
  };

  /**
   * Finds the builder by address, so that repeated calls return the same builder. When two calls are concurrent, the
   * unique key rejects the second insert.
   */
  async function personOf(
    email: string,
    { firstName = '', lastName = '' }: TokenRequest,
  ): Promise<Builder | undefined> {
    const primaryEmail = canonicalEmail(email);
    if (primaryEmail === null) throw new Problem('invalidArgument', 'The e-mail address is not valid.');
    const person = { idpProvider: 'causeway', idpRef: primaryEmail, primaryEmail, firstName, lastName };
    const known = await stores.builders.findByIdp(person.idpProvider, person.idpRef);
    if (known) return known;
    await stores.builders.insert({ id: newId(), ...person, createTime: clock.now() }).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
    return stores.builders.findByIdp(person.idpProvider, person.idpRef);
  }
}
