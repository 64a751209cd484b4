import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import { notFound } from '../../../../lib/problem/not_found.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import { type Actor, verifiedDomain } from '../../domain/actor.ts';
import { type OrgRole, orgRoleOf, type MembershipStore } from '../../orgs/domain/membership.ts';
import { noSuchOrg, roleIn } from '../../orgs/usecases/org_access.ts';
import type { BuilderStore } from '../domain/builder.ts';
import type { ClaimedDomainStore } from '../../claimed_domains/domain/claimed_domain.ts';

type Stores = {
  builders: BuilderStore;
  memberships: MembershipStore;
  claimedDomains: ClaimedDomainStore;
  audit: AuditStore;
};
type Deps = { stores: Transacting<Stores>; clock: Clock; audit: Audit };

/** `role`: the new role of the builder; empty means member. */
export type AddMember = (actor: Actor, request: { orgId: string; builderId: string; role: string }) => Promise<void>;

/** An owner adds any builder. Others may add themselves, as members, if the org has proven their domain. */
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

type Addition = { orgId: string; builderId: string; role: OrgRole };

async function assertMayAdd(stores: Stores, actor: Actor, { orgId, builderId, role }: Addition): Promise<void> {
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
