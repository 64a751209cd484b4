import { Problem } from '../../../lib/problem/problem.ts';
import { type Membership, type MembershipStore, type Org, type OrgRole, type OrgStore, reaches } from '../orgs/org.ts';
import type { Project, ProjectStore } from '../projects/project.ts';
import type { Builder, BuilderStore } from './builder.ts';

type Stores = { orgs: OrgStore; projects: ProjectStore; builders: BuilderStore; memberships: MembershipStore };

type Principal = { principalType: 'builder' | 'team'; principalId: string };
type ProjectRole = Principal & { role: 'admin' | 'member'; project: Project };
export type BuilderInfo = {
  builder: Builder;
  projectRoles: ProjectRole[];
  orgRole: (Principal & { role: OrgRole; org: Org }) | null;
};

/** `orgId`: the org whose role is returned; empty means the org that the builder joined first. */
export type GetBuilderInfo = (builderId: string, orgId?: string) => Promise<BuilderInfo>;

/**
 * A builder and their roles. Project roles are derived: owners and admins of an org are admins of its projects; members
 * are members of its projects through the org's default team.
 */
export function makeGetBuilderInfo({ stores }: { stores: Stores }): GetBuilderInfo {
  return async function getBuilderInfo(builderId, orgId) {
    const builder = await stores.builders.find(builderId);
    if (!builder) throw new Problem('permissionDenied', "This operation needs a builder's token.");
    const memberships = await stores.memberships.listOfBuilder(builderId);
    const roles = await Promise.all(memberships.map((membership) => rolesFrom(stores, membership)));
    const shown = roles.find(({ orgRole }) => orgRole.org.id === orgId) ?? roles[0];
    return {
      builder,
      projectRoles: roles.flatMap(({ projectRoles }) => projectRoles),
      orgRole: shown?.orgRole ?? null,
    };
  };
}

async function rolesFrom(stores: Stores, { orgId, builderId, role }: Membership) {
  const [org, projects] = await Promise.all([stores.orgs.find(orgId), stores.projects.listOfOrg(orgId)]);
  if (!org) throw new Error(`The org ${orgId} of a membership is gone.`);
  const self: Principal = { principalType: 'builder', principalId: builderId };
  const team: Principal = { principalType: 'team', principalId: org.defaultTeamId };
  const projectRole = reaches(role, 'admin')
    ? { ...self, role: 'admin' as const }
    : { ...team, role: 'member' as const };
  return {
    orgRole: { ...self, role, org },
    projectRoles: projects.map((project) => ({ ...projectRole, project })),
  };
}
