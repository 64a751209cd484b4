import type { Stores } from '../domain/stores.ts';
import { type Caller, NO_CUSTOMER } from '../domain/caller.ts';
import { badToken, type BearerKind } from './bearer.ts';
import type { BuilderOfToken, TokenHolder } from './builder_of_token.ts';

/** `issuers` are all whose tokens `builderOfToken` knows how to check: our own, and the configured one. */
type Deps = { stores: Stores; builderOfToken: BuilderOfToken; issuers: string[] };

/** Tokens of builders, of whichever issuer. */
export function builderBearer({ stores, builderOfToken, issuers }: Deps): BearerKind {
  return {
    looksLike: ({ issuer }) => issuers.includes(issuer),
    async callerOf(token) {
      const holder = await builderOfToken(token);
      if (!holder) throw badToken();
      return callerOfHolder(stores, holder);
    },
  };
}

/** The orgs they are of, and the projects of those. */
async function callerOfHolder(stores: Stores, { builder: { id }, email, emailVerified }: TokenHolder): Promise<Caller> {
  const memberships = await stores.memberships.listOfBuilder(id);
  const projects = (await Promise.all(memberships.map(({ orgId }) => stores.projects.listOfOrg(orgId)))).flat();
  return {
    ...NO_CUSTOMER,
    scheme: 'builder',
    principal: `builder:${id}`,
    scopes: ['full'],
    project: null,
    orgId: memberships[0]?.orgId ?? '',
    builderId: id,
    email,
    emailVerified,
    projectIds: projects.map((project) => project.id),
    role: '',
    orgRoles: memberships.map(({ orgId, role }) => ({ orgId, role })),
  };
}
