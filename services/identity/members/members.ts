import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import { type Actor, verifiedDomain } from '../actor.ts';
import type { Audit } from '../audit/audit_entries.ts';
import type { AuditStore } from '../audit/audit_entry.ts';
import type { ClaimedDomainStore } from '../claimed_domains/claimed_domain.ts';
import {
  hasMinRole,
  type Membership,
  noSuchOrg,
  type Org,
  type OrgRole,
  type OrgStores,
  orgFor,
  orgRoleOf,
  roleIn,
} from '../orgs/org.ts';
import type { Project, ProjectStore } from '../projects/project.ts';
import type { Builder, BuilderStore, Member } from './builder.ts';

type Stores = Pick<OrgStores, 'memberships'> & {
  builders: BuilderStore;
  claimedDomains: ClaimedDomainStore;
  audit: AuditStore;
};
type Deps = UseCaseContext<Stores> & { audit: Audit };

/** `role`: the new role of the builder; empty means member. */
type AddMember = (actor: Actor, request: { orgId: string; builderId: string; role: string }) => Promise<void>;

/**
 * Adds a builder to an org. An owner may add any builder. Other builders may add only themselves, with the role
 * `member`, if the org has proven the domain of their email address.
 */
export function makeAddMember({ stores, clock, audit }: Deps): AddMember {
  return async function addMember(actor, { orgId, builderId, role: roleText }) {
    const role = orgRoleOf(roleText) ?? 'member';
    await assertMayAdd(stores, actor, { orgId, builderId, role });
    const builder = await stores.builders.find(builderId);
    if (!builder) throw notFound('builder');
    const isNew = await stores.transaction(async (s) => {
      if (!(await s.memberships.insertNew({ orgId, builderId, role, createTime: clock.now() }))) return false;
      await audit(s, actor, { action: 'member.added', orgId, targetId: builderId, targetName: builder.primaryEmail });
      return true;
    });
    if (isNew) return;
    throw new Problem('invalidArgument', 'The builder is a member of the org already.', {
      issues: [{ in: 'body', name: 'builderId', detail: 'is a member of the org already' }],
    });
  };
}

type NewMembership = { orgId: string; builderId: string; role: OrgRole };

async function assertMayAdd(stores: Stores, actor: Actor, { orgId, builderId, role }: NewMembership): Promise<void> {
  const ownRole = await roleIn(stores, actor, orgId);
  if (ownRole === 'owner') return;
  if (ownRole === null && !(await hasProvenDomainOf(stores, actor, orgId))) throw noSuchOrg();
  const isSelf = builderId === actor.builderId;
  if (!isSelf) throw new Problem('permissionDenied', 'This needs the role owner in the org.');
  if (role !== 'member') throw new Problem('permissionDenied', 'Builders who add themselves get the role member.');
}

async function hasProvenDomainOf(stores: Stores, actor: Actor, orgId: string): Promise<boolean> {
  const domain = verifiedDomain(actor);
  return domain !== null && (await stores.claimedDomains.findProven(domain))?.orgId === orgId;
}

type ChangeMemberStores = OrgStores & { builders: BuilderStore; audit: AuditStore };
type ChangeMemberDeps = UseCaseContext<ChangeMemberStores> & { audit: Audit };
type MemberIds = { orgId: string; builderId: string };

type ChangeMember = (actor: Actor, change: MemberIds & { role: OrgRole }) => Promise<Member>;
type RemoveMember = (actor: Actor, whose: MemberIds) => Promise<void>;

/**
 * Gives a member another role. Only owners may do this. Throws notFound, permissionDenied and conflict (the last
 * owner).
 */
export function makeChangeMember({ stores, audit }: ChangeMemberDeps): ChangeMember {
  return function changeMember(actor, { orgId, builderId, role }) {
    return stores.transaction(async (s) => {
      await orgFor(s, actor, orgId, 'owner');
      if (role !== 'owner') await keepAnOwner(s, { orgId, builderId });
      const builder = await s.builders.find(builderId);
      if (!builder || !(await s.memberships.find(orgId, builderId))) throw notFound('builder');
      await s.memberships.setRole(orgId, builderId, role);
      const about = { orgId, targetId: builderId, targetName: builder.primaryEmail, fields: ['role'] };
      await audit(s, actor, { action: 'member.updated', ...about });
      return { ...builder, role } satisfies Builder & { role: OrgRole };
    });
  };
}

/**
 * Ends a membership. The builder's open sessions then lose access to the org. An owner may remove every member, an
 * admin may remove members with the role `member`, and every member may leave. Throws notFound, permissionDenied and
 * conflict (the last owner).
 */
export function makeRemoveMember({ stores, audit }: ChangeMemberDeps): RemoveMember {
  return function removeMember(actor, { orgId, builderId }) {
    return stores.transaction(async (s) => {
      await orgFor(s, actor, orgId);
      const removed = await s.memberships.find(orgId, builderId);
      if (!removed) throw notFound('builder');
      if (builderId !== actor.builderId) await orgFor(s, actor, orgId, removed.role === 'member' ? 'admin' : 'owner');
      await keepAnOwner(s, { orgId, builderId });
      await s.memberships.remove(orgId, builderId);
      const targetName = (await s.builders.find(builderId))?.primaryEmail ?? '';
      await audit(s, actor, { action: 'member.removed', orgId, targetId: builderId, targetName });
    });
  };
}

/** Throws conflict for the last owner. The lock serializes two owners who remove each other at the same time. */
async function keepAnOwner(s: Pick<ChangeMemberStores, 'memberships'>, { orgId, builderId }: MemberIds): Promise<void> {
  const owners = await s.memberships.lockOwners(orgId);
  if (!owners.includes(builderId) || owners.length > 1) return;
  throw new Problem('conflict', 'This builder is the last owner of the org.', {
    remedy: 'Make somebody else an owner first.',
  });
}

type BuilderStores = OrgStores & { projects: ProjectStore; builders: BuilderStore };

type RolePrincipal = { principalType: 'builder' | 'team'; principalId: string };
type ProjectRole = RolePrincipal & { role: 'admin' | 'member'; project: Project };
export type BuilderInfo = {
  builder: Builder;
  projectRoles: ProjectRole[];
  orgRole: (RolePrincipal & { role: OrgRole; org: Org }) | null;
};

/** `orgId`: the org whose role is returned; empty means the org that the builder joined first. */
export type GetBuilderInfo = (builderId: string, orgId?: string) => Promise<BuilderInfo>;

/**
 * Returns a builder and their roles. Project roles are derived: owners and admins of an org are admins of its projects;
 * members are members of its projects through the org's default team.
 */
export function makeGetBuilderInfo({ stores }: { stores: BuilderStores }): GetBuilderInfo {
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

async function rolesFrom(stores: BuilderStores, { orgId, builderId, role }: Membership) {
  const [org, projects] = await Promise.all([stores.orgs.find(orgId), stores.projects.listOfOrg(orgId)]);
  if (!org) throw new Error(`The org ${orgId} of a membership is gone.`);
  const self: RolePrincipal = { principalType: 'builder', principalId: builderId };
  const team: RolePrincipal = { principalType: 'team', principalId: org.defaultTeamId };
  const projectRole = hasMinRole(role, 'admin')
    ? { ...self, role: 'admin' as const }
    : { ...team, role: 'member' as const };
  return {
    orgRole: { ...self, role, org },
    projectRoles: projects.map((project) => ({ ...projectRole, project })),
  };
}
