import { Problem } from '../../../../lib/problem/problem.ts';
import type { Actor } from '../../domain/actor.ts';
import type { Invite } from '../domain/invite.ts';
import type { Stores } from '../../domain/stores.ts';
import { orgFor } from '../../orgs/usecases/org_access.ts';

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
  return new Problem('notFound', 'There is no such invite.');
}
