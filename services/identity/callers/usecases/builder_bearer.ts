import { type Caller, NO_CUSTOMER } from '../domain/caller.ts';
import { badToken, type BearerKind } from './bearer.ts';
import type { BuilderOfToken, TokenHolder } from './builder_of_token.ts';
import type { ProjectStore } from '../../projects/domain/project.ts';
import type { MembershipStore } from '../../orgs/domain/membership.ts';

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
      return callerOfHolder(stores, holder);
    },
  };
}

/** The builder's orgs and the projects of these orgs. */
async function callerOfHolder(stores: Stores, { builder: { id }, email, emailVerified }: TokenHolder): Promise<Caller> {
  const memberships = await stores.memberships.listOfBuilder(id);
  const projects = (await Promise.all(memberships.map(({ orgId }) => stores.projects.listOfOrg(orgId)))).flat();
  return {
    ...NO_CUSTOMER,
    isRestricted: false,
    scheme: 'builder',
    principal: `builder:${id}`,
    scopes: ['full'],
    project: null,
    orgId: memberships[0]?.orgId ?? '',
    builderId: id,
    actingBuilderId: id,
    email,
    emailVerified,
    projectIds: projects.map((project) => project.id),
    role: '',
    orgRoles: memberships.map(({ orgId, role }) => ({ orgId, role })),
  };
}
