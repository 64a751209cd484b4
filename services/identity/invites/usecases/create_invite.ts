import type { AuditStore } from '../../audit/domain/audit_entry.ts';
import type { Audit } from '../../audit/usecases/audited.ts';
import { isDuplicate } from '../../../../lib/db/errors.ts';
import type { NewId } from '../../../../lib/ids/ids.ts';
import { Problem } from '../../../../lib/problem/problem.ts';
import type { Clock } from '../../../../lib/time/clock.ts';
import type { Actor } from '../../domain/actor.ts';
import { canonicalEmail } from '../../domain/email_address.ts';
import type { Invite, InviteStore } from '../domain/invite.ts';
import { orgRoleOf, type MembershipStore } from '../../orgs/domain/membership.ts';
import { orgFor } from '../../orgs/usecases/org_access.ts';
import type { Transacting } from '../../../../lib/db/transacting.ts';
import type { QuotaStore } from '../../domain/quota.ts';
import type { OrgStore } from '../../orgs/domain/org.ts';

type Stores = {
  orgs: OrgStore;
  memberships: MembershipStore;
  invites: InviteStore;
  quotas: QuotaStore;
  audit: AuditStore;
};

/** `role`: the role after accepting; empty means member. */
export type CreateInvite = (actor: Actor, request: { orgId: string; email: string; role: string }) => Promise<Invite>;

type Deps = { stores: Transacting<Stores>; clock: Clock; newId: NewId; lifetimeMs: number; audit: Audit };

const TRIES = 5;

/** Creates an invite. It replaces the org's pending invite for the same address. */
export function makeCreateInvite({ stores, clock, newId, lifetimeMs, audit }: Deps): CreateInvite {
  return async function createInvite(actor, { orgId, email, role: roleText }) {
    const role = orgRoleOf(roleText) ?? 'member';
    await orgFor(stores, actor, orgId, role === 'owner' ? 'owner' : 'admin');
    const now = clock.now();
    const invite: Invite = {
      id: newId(),
      orgId,
      invitedEmail: email.trim(),
      emailKey: emailKeyOf(email),
      role,
      status: 'pending',
      expireTime: now + lifetimeMs,
      createTime: now,
      updateTime: null,
    };
    return insertAlone(stores, invite, (s) =>
      audit(s, actor, { action: 'invite.created', orgId, targetId: invite.id, targetName: invite.invitedEmail }),
    );
  };
}

function emailKeyOf(email: string): string {
  const emailKey = canonicalEmail(email);
  if (emailKey === null)
    throw new Problem('invalidArgument', 'email in the body is not an e-mail address.', {
      issues: [{ in: 'body', name: 'email', detail: 'must be an e-mail address' }],
    });
  return emailKey;
}

/** The unique key orders concurrent invites; the later one replaces the earlier one. */
async function insertAlone(
  stores: Transacting<Stores>,
  invite: Invite,
  note: (s: Stores) => Promise<void>,
): Promise<Invite> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      await stores.transaction(async (s) => {
        await s.invites.supersede(invite.orgId, invite.emailKey, invite.createTime);
        await s.quotas.reserve('invites', invite.orgId, invite.createTime);
        await s.invites.insert(invite);
        await note(s);
      });
      return invite;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
  throw new Problem('conflict', 'The address is being invited by concurrent requests.', { retryable: true });
}
