import { Problem } from '../../../lib/problem/problem.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import { type Actor, verifiedEmail } from '../domain/actor.ts';
import { canonicalEmail } from '../domain/email_address.ts';
import type { Stores } from '../domain/stores.ts';
import type { BuilderInfo, GetBuilderInfo } from './get_builder_info.ts';

export type AcceptInvite = (actor: Actor, request: { invitedEmail: string }) => Promise<BuilderInfo>;

type Deps = { stores: Stores; clock: Clock; getBuilderInfo: GetBuilderInfo };

/**
 * Makes the builder a member, if an invite is out for an address that their identity provider vouches for. The address
 * is the proof; the newest pending invite for it is taken, of whatever org. One answer for all that can be wrong, so
 * that nobody learns who was invited.
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
 * Invite and membership change together. Of many at the same moment one update finds the invite pending; the others
 * look again, in case another org has invited the address too. Who is a member already keeps the role they have.
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
    remedy: 'Sign in with the address that was invited, verified, or ask for a new invite: they expire.',
  });
}
