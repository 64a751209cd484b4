import { headerFault, verifyCustomerToken } from '../../../lib/crypto/customer_token.ts';
import { peekToken, type TokenPeek } from '../../../lib/crypto/token_peek.ts';
import { isId } from '../../../lib/ids/ids.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { JwtKeyStore } from '../jwt_keys/jwt_key.ts';
import type { MembershipStore } from '../orgs/org.ts';
import type { ProjectStore } from '../projects/project.ts';
import type { BuilderOfToken } from './builder_of_token.ts';
import { type Caller, NO_BUILDER, NO_CONNECT, NO_CUSTOMER } from './caller.ts';

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
function badToken(why = 'is not valid or has expired'): Problem {
  return new Problem('unauthenticated', `The bearer token ${why}.`, { remedy: 'Get a fresh token and send it again.' });
}

type Stores = { projects: ProjectStore; memberships: MembershipStore };

/** `issuers`: the issuers that `builderOfToken` can verify, our own and the configured one. */
type Deps = { stores: Stores; builderOfToken: BuilderOfToken; issuers: string[] };

/** Bearer tokens of builders, from any accepted issuer. */
export function builderBearer({ stores, builderOfToken, issuers }: Deps): BearerKind {
  return {
    looksLike: ({ issuer }) => issuers.includes(issuer),
    async callerOf(token) {
      const holder = await builderOfToken(token);
      if (!holder) throw badToken();
      return callerOfBuilder(stores, { ...holder, builderId: holder.builder.id });
    },
  };
}

type CustomerBearerStores = { jwtKeys: JwtKeyStore };

/** Bearer tokens of customers, signed by the builder's server. The verifying key determines the project. */
export function customerBearer({ stores, clock }: { stores: CustomerBearerStores; clock: Clock }): BearerKind {
  return {
    looksLike: ({ header }) => typeof header['kid'] === 'string' && isId(header['kid']),
    async callerOf(token, { header }) {
      const fault = headerFault(header);
      if (fault) throw badToken(fault);
      const key = await stores.jwtKeys.findByKid(String(header['kid']));
      if (!key?.active) throw badToken('names a key that is not registered or not active');
      const verified = await verifyCustomerToken(token, key.publicKeyPem, clock.now());
      if ('fault' in verified) throw badToken(verified.fault);
      const { groupRef, consumerRef } = verified.claims;
      return {
        ...NO_BUILDER,
        ...NO_CONNECT,
        isRestricted: false,
        scheme: 'customer',
        principal: `consumer:${consumerRef}`,
        scopes: [],
        project: null,
        orgId: '',
        projectIds: [key.projectId],
        groupRef,
        consumerRef,
      };
    },
  };
}

type Person = { builderId: string; email: string; emailVerified: boolean };

/** A builder as a caller: their orgs as they are now, and the projects of these orgs. */
export async function callerOfBuilder(stores: Stores, { builderId, email, emailVerified }: Person): Promise<Caller> {
  const memberships = await stores.memberships.listOfBuilder(builderId);
  const projects = (await Promise.all(memberships.map(({ orgId }) => stores.projects.listOfOrg(orgId)))).flat();
  return {
    ...NO_CUSTOMER,
    isRestricted: false,
    scheme: 'builder',
    principal: `builder:${builderId}`,
    scopes: ['full'],
    project: null,
    orgId: memberships[0]?.orgId ?? '',
    builderId,
    actingBuilderId: builderId,
    email,
    emailVerified,
    projectIds: projects.map((project) => project.id),
    role: '',
    orgRoles: memberships.map(({ orgId, role }) => ({ orgId, role })),
  };
}
