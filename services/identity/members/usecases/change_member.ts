import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Actor } from '../../domain/actor.ts';
import type { MembershipStore, OrgRole } from '../../orgs/domain/membership.ts';
import { orgFor } from '../../orgs/usecases/org_access.ts';
import type { OrgStore } from '../../orgs/domain/org.ts';
import type { Builder, BuilderStore, Member } from '../domain/builder.ts';

type Stores = { orgs: OrgStore; builders: BuilderStore; memberships: MembershipStore; audit: AuditStore };
type Deps = { stores: Transacting<Stores>; audit: Audit };
type Whose = { orgId: string; builderId: string };

export type ChangeMember = (actor: Actor, change: Whose & { role: OrgRole }) => Promise<Member>;
export type RemoveMember = (actor: Actor, whose: Whose) => Promise<void>;

/** Gives a member another role. Only owners may. Throws notFound, permissionDenied and conflict (the last owner). */
export function makeChangeMember({ stores, audit }: Deps): ChangeMember {
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
 * Ends a membership; what the builder was signed in to ends with it. Owners remove anybody, admins remove members, and
 * everybody may leave. Throws notFound, permissionDenied and conflict (the last owner).
 */
export function makeRemoveMember({ stores, audit }: Deps): RemoveMember {
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

/** The lock makes two owners who remove each other wait for each other. */
async function keepAnOwner(s: Pick<Stores, 'memberships'>, { orgId, builderId }: Whose): Promise<void> {
  const owners = await s.memberships.lockOwners(orgId);
  if (!owners.includes(builderId) || owners.length > 1) return;
  throw new Problem('conflict', 'This builder is the last owner of the org.', {
    remedy: 'Make somebody else an owner first.',
  });
}
