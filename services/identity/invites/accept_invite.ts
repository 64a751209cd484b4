import type { Transacting } from '../../../lib/db/transacting.ts';
import { Problem } from '../../../lib/problem/problem.ts';
import type { Given } from '../../../lib/use_case/given.ts';
import { type Actor, verifiedEmail } from '../actor.ts';
import type { Audit } from '../audit/audit_entries.ts';
import type { AuditStore } from '../audit/audit_entry.ts';
import { canonicalEmail } from '../email_address.ts';
import type { BuilderInfo, GetBuilderInfo } from '../members/members.ts';
import type { MembershipStore, OrgStore } from '../orgs/org.ts';
import type { Invite, InviteStore } from './invite.ts';

type Stores = { orgs: OrgStore; memberships: MembershipStore; invites: InviteStore; audit: AuditStore };

/** `inviteId`: which invite, when several orgs have invited the address; empty when there is only one. */
type AcceptInvite = (
  actor: Actor,
  request: { invitedEmail: string; inviteId?: string | undefined },
) => Promise<BuilderInfo>;

type Deps = Given<Stores> & { getBuilderInfo: GetBuilderInfo; audit: Audit };
type Accepting = { emailKey: string; inviteId: string; actor: Actor; now: number; audit: Audit };

/** Max invites that the problem names, the oldest ones; anyone who owns an org can send one. */
const MAX_NAMED = 20;

/**
 * Accepts the pending invite for the builder's verified address, and makes the builder a member. Causeway never chooses
 * among the invites of several orgs: the newest could be a stranger's. Throws conflict, which names the invites, and
 * notFound for every other failure alike, so that callers cannot probe who was invited.
 */
export function makeAcceptInvite({ stores, clock, getBuilderInfo, audit }: Deps): AcceptInvite {
  return async function acceptInvite(actor, { invitedEmail, inviteId = '' }) {
    const emailKey = verifiedEmail(actor);
    if (emailKey === null || emailKey !== canonicalEmail(invitedEmail)) throw noPendingInvite();
    const orgId = await accept(stores, { emailKey, inviteId, actor, now: clock.now(), audit });
    return getBuilderInfo(actor.builderId, orgId);
  };
}

/**
 * Invite and membership change in one transaction. Of concurrent calls one finds the invite pending; the others look
 * again, because another org may have invited the address too. An existing member keeps their role.
 */
function accept(stores: Transacting<Stores>, { emailKey, inviteId, actor, now, audit }: Accepting): Promise<string> {
  const { builderId, email } = actor;
  return stores.transaction(async (s) => {
    for (;;) {
      const invite = await theInvite(s, { emailKey, inviteId, now });
      const { id, orgId, role } = invite;
      if (!(await s.invites.accept(orgId, id, now))) continue;
      if (await s.memberships.insertNew({ orgId, builderId, role, createTime: now }))
        await audit(s, actor, { action: 'member.added', orgId, targetId: builderId, targetName: email });
      return orgId;
    }
  });
}

async function theInvite(
  stores: Omit<Stores, 'audit'>,
  { emailKey, inviteId, now }: Pick<Accepting, 'emailKey' | 'inviteId' | 'now'>,
): Promise<Invite> {
  const pending = await stores.invites.listPending(emailKey, now, { inviteId, limit: MAX_NAMED });
  const [only] = pending;
  if (!only) throw noPendingInvite();
  if (pending.length > 1) throw await severalInvites(stores, pending, await stores.invites.countPending(emailKey, now));
  return only;
}

/** The invited person may know who invites them, and as what. */
async function severalInvites(stores: Omit<Stores, 'audit'>, pending: Invite[], count: number): Promise<Problem> {
  const invites = [];
  for (const { id, orgId, role } of pending)
    invites.push({ inviteId: id, orgId, orgLabel: (await stores.orgs.find(orgId))?.label ?? '', role });
  return new Problem('conflict', 'Several orgs have invited this address. Causeway does not choose one of them.', {
    remedy:
      'Send the request again with the inviteId of the org to join; context.invites lists the oldest. The org that invited you can tell you the id.',
    context: { invites, more: count - invites.length },
  });
}

function noPendingInvite(): Problem {
  return new Problem('notFound', 'There is no pending invite for this address.', {
    remedy:
      'Sign in with the invited address, verified by the identity provider, or ask for a new invite: invites expire.',
  });
}
