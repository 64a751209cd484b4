import type { BuilderTokens } from '../../../lib/crypto/builder_token.ts';
import { isDuplicate } from '../../../lib/db/errors.ts';
import type { NewId } from '../../../lib/ids/ids.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Builder } from '../domain/builder.ts';
import { canonicalEmail } from '../domain/email_address.ts';
import type { Stores } from '../domain/stores.ts';

/** Whose token: a builder by id, or the person of an address, who is made a builder if they are none yet. */
export type TokenRequest = {
  builderId?: string;
  email?: string;
  firstName?: string;
  lastName?: string;
  /** Whether the token vouches for the address; it does unless this is said. */
  isEmailUnverified?: boolean;
  /** Falls back to the setting (24 h). */
  lifetimeMillis?: number;
};
export type IssuedToken = { token: string; expireTime: number; builderId: string };
export type IssueBuilderToken = (request: TokenRequest) => Promise<IssuedToken>;

type Deps = { stores: Stores; tokens: BuilderTokens; clock: Clock; newId: NewId; defaultLifetime: number };

/** A token of the platform's own issuer, whose operator vouches for whom it names. */
export function makeIssueBuilderToken({ stores, tokens, clock, newId, defaultLifetime }: Deps): IssueBuilderToken {
  return async function issueBuilderToken(request) {
    const { builderId = '', email = '', lifetimeMillis, isEmailUnverified = false } = request;
    const builder = email ? await personOf(email, request) : await stores.builders.find(builderId);
    if (!builder) throw new Problem('notFound', 'There is no such builder.');
    const now = clock.now();
    const expireTime = now + (lifetimeMillis || defaultLifetime);
    const claims = { builderId: builder.id, email: builder.primaryEmail, emailVerified: !isEmailUnverified };
    return { token: await tokens.issue(claims, { now, expireTime }), expireTime, builderId: builder.id };
  };

  /** Found by address, so that asking twice gives the same person; the unique key settles who was first. */
  async function personOf(
    email: string,
    { firstName = '', lastName = '' }: TokenRequest,
  ): Promise<Builder | undefined> {
    const primaryEmail = canonicalEmail(email);
    if (primaryEmail === null) throw new Problem('invalidArgument', 'This is not an e-mail address.');
    const person = { idpProvider: 'causeway', idpRef: primaryEmail, primaryEmail, firstName, lastName };
    const known = await stores.builders.findByIdp(person.idpProvider, person.idpRef);
    if (known) return known;
    await stores.builders.insert({ id: newId(), ...person, createTime: clock.now() }).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
    return stores.builders.findByIdp(person.idpProvider, person.idpRef);
  }
}
