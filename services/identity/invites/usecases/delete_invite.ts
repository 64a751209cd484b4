import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Actor } from '../../domain/actor.ts';
import { noSuchInvite } from './get_invite.ts';
import { orgFor } from '../../orgs/usecases/org_access.ts';
import type { InviteStore } from '../domain/invite.ts';
import type { OrgStore } from '../../orgs/domain/org.ts';
import type { MembershipStore } from '../../orgs/domain/membership.ts';

type Stores = { orgs: OrgStore; memberships: MembershipStore; invites: InviteStore; audit: AuditStore };
type Deps = { stores: Transacting<Stores>; clock: Clock; audit: Audit };

export type DeleteInvite = (actor: Actor, request: { orgId: string; inviteId: string }) => Promise<void>;

/** Revokes an invite. Its row stays, so that lists show its outcome. Idempotent. */
export function makeDeleteInvite({ stores, clock, audit }: Deps): DeleteInvite {
  return async function deleteInvite(actor, { orgId, inviteId }) {
    await orgFor(stores, actor, orgId, 'admin');
    const invite = await stores.invites.find(orgId, inviteId);
    const isRevoked = await stores.transaction(async (s) => {
      if (!(await s.invites.revoke(orgId, inviteId, clock.now()))) return false;
      const targetName = invite?.invitedEmail ?? '';
      await audit(s, actor, { action: 'invite.deleted', orgId, targetId: inviteId, targetName });
      return true;
    });
    if (isRevoked) return;
    if (!invite) throw noSuchInvite();
    if (invite.status === 'accepted')
      throw new Problem('conflict', 'The invite has been accepted and can no longer be revoked.');
  };
}
