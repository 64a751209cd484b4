import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { type Actor, verifiedEmail } from '../domain/actor.ts';
import { canonicalEmail } from '../domain/email_address.ts';
import type { Stores } from '../domain/stores.ts';
import type { BuilderInfo, GetBuilderInfo } from './get_builder_info.ts';

export type AcceptInvite = (actor: Actor, request: { invitedEmail: string }) => Promise<BuilderInfo>;

type Deps = { stores: Stores; clock: Clock; getBuilderInfo: GetBuilderInfo };

/**
 * Accepts the newest pending invite for the builder's verified address, whichever org sent it, and makes the builder a
 * member. Throws notFound for every failure alike, so that callers cannot probe who was invited.
 */
export function makeAcceptInvite({ stores, clock, getBuilderInfo }: Deps): AcceptInvite {
  return async function acceptInvite(actor, { invitedEmail }) {
    const emailKey = verifiedEmail(actor);
    if (emailKey === null || emailKey !== canonicalEmail(invitedEmail)) throw noPendingInvite();
    const orgId = await acceptNewest(stores, { emailKey, builderId: actor.builderId, now: clock.now() });
    return getBuilderInfo(actor.builderId, orgId);
  };
}

/**
 * Invite and membership change in one transaction. Of concurrent calls one finds the invite pending; the others retry,
 * because another org may have invited the address too. An existing member keeps their role.
 */
function acceptNewest(
  stores: Stores,
  { emailKey, builderId, now }: { emailKey: string; builderId: string; now: number },
): Promise<string> {
  return stores.transaction(async (s) => {
    for (;;) {
      const invite = await s.invites.findNewestPending(emailKey, now);
      if (!invite) throw noPendingInvite();
      const { id, orgId, role } = invite;
      if (!(await s.invites.accept(orgId, id, now))) continue;
      await s.memberships.insertNew({ orgId, builderId, role, createTime: now });
      return orgId;
    }
  });
}

function noPendingInvite(): Problem {
  return new Problem('notFound', 'There is no pending invite for this address.', {
    remedy:
      'Sign in with the invited address, verified by the identity provider, or ask for a new invite: invites expire.',
  });
}
