import { notFound } from '../../../../lib/problem/not_found.ts';
import type { Problem } from '../../../../lib/problem/problem.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Invite, InviteStore } from '../domain/invite.ts';
import { orgFor } from '../../orgs/usecases/org_access.ts';
import type { OrgStore } from '../../orgs/domain/org.ts';
import type { MembershipStore } from '../../orgs/domain/membership.ts';

type Stores = { orgs: OrgStore; memberships: MembershipStore; invites: InviteStore };

export type GetInvite = (actor: Actor, request: { orgId: string; inviteId: string }) => Promise<Invite>;

export function makeGetInvite({ stores }: { stores: Stores }): GetInvite {
  return async function getInvite(actor, { orgId, inviteId }) {
    await orgFor(stores, actor, orgId);
    const invite = await stores.invites.find(orgId, inviteId);
    if (!invite) throw noSuchInvite();
    return invite;
  };
}

export function noSuchInvite(): Problem {
  return notFound('invite');
}
