import { type Caller, NO_CUSTOMER } from '../domain/caller.ts';
import type { ProjectStore } from '../../projects/domain/project.ts';
import type { MembershipStore } from '../../orgs/domain/membership.ts';

type Stores = { projects: ProjectStore; memberships: MembershipStore };
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
