import { isDuplicate } from '../../../lib/db/errors.ts';
import type { TransactionalStores } from '../../../lib/db/transacting.ts';
import { notFound, Problem } from '../../../lib/problem/problem.ts';
import type { UseCaseContext } from '../../../lib/use_case/use_case_context.ts';
import { type Actor, verifiedEmail } from '../actor.ts';
import type { Audit } from '../audit/audit_entries.ts';
import type { AuditStore } from '../audit/audit_entry.ts';
import { canonicalEmail } from '../email_address.ts';
import type { BuilderInfo, GetBuilderInfo } from '../members/members.ts';
import { type OrgStores, orgFor, orgRoleOf } from '../orgs/org.ts';
import type { QuotaStore } from '../quota.ts';
import type { Invite, InviteStore } from './invite.ts';

type Stores = OrgStores & {
  invites: InviteStore;
  quotas: QuotaStore;
  audit: AuditStore;
};

/** `role`: the role after accepting; empty means member. */
type CreateInvite = (actor: Actor, request: { orgId: string; email: string; role: string }) => Promise<Invite>;

type Deps = UseCaseContext<Stores> & { lifetimeMs: number; audit: Audit };

const MAX_TRIES = 5;

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

/** The unique key serializes concurrent invites: the later invite replaces the earlier invite. */
async function insertAlone(
  stores: TransactionalStores<Stores>,
  invite: Invite,
  note: (s: Stores) => Promise<void>,
): Promise<Invite> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
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

type GetInviteStores = OrgStores & { invites: InviteStore };

type GetInvite = (actor: Actor, request: { orgId: string; inviteId: string }) => Promise<Invite>;

export function makeGetInvite({ stores }: { stores: GetInviteStores }): GetInvite {
  return async function getInvite(actor, { orgId, inviteId }) {
    await orgFor(stores, actor, orgId);
    const invite = await stores.invites.find(orgId, inviteId);
    if (!invite) throw noSuchInvite();
    return invite;
  };
}

function noSuchInvite(): Problem {
  return notFound('invite');
}

type DeleteInviteStores = OrgStores & { invites: InviteStore; audit: AuditStore };
type DeleteInviteDeps = UseCaseContext<DeleteInviteStores> & { audit: Audit };

type DeleteInvite = (actor: Actor, request: { orgId: string; inviteId: string }) => Promise<void>;

/** Revokes an invite. Keeps the row, so that lists show the revoked invite. Idempotent. */
export function makeDeleteInvite({ stores, clock, audit }: DeleteInviteDeps): DeleteInvite {
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

type AcceptInviteStores = OrgStores & { invites: InviteStore; audit: AuditStore };

/** `inviteId`: the invite to accept when several orgs have invited the address; empty when there is only one. */
type AcceptInvite = (
  actor: Actor,
  request: { invitedEmail: string; inviteId?: string | undefined },
) => Promise<BuilderInfo>;

type AcceptInviteDeps = UseCaseContext<AcceptInviteStores> & { getBuilderInfo: GetBuilderInfo; audit: Audit };
type InviteToAccept = { emailKey: string; inviteId: string; actor: Actor; now: number; audit: Audit };

/**
 * Max invites that the problem lists, oldest first. An address may have many invites, because every org can invite it.
 */
const MAX_NAMED_INVITES = 20;

/**
 * Accepts the pending invite for the builder's verified address, and makes the builder a member. Causeway never chooses
 * between the invites of several orgs, because the newest invite could come from an unknown org: then throws conflict,
 * which lists the invites. Throws notFound for every other failure, so that callers cannot find out who was invited.
 */
export function makeAcceptInvite({ stores, clock, getBuilderInfo, audit }: AcceptInviteDeps): AcceptInvite {
  return async function acceptInvite(actor, { invitedEmail, inviteId = '' }) {
    const emailKey = verifiedEmail(actor);
    if (emailKey === null || emailKey !== canonicalEmail(invitedEmail)) throw noPendingInvite();
    const orgId = await acceptInTransaction(stores, { emailKey, inviteId, actor, now: clock.now(), audit });
    return getBuilderInfo(actor.builderId, orgId);
  };
}

/**
 * Accepts the invite and adds the membership in one transaction. Only one of several concurrent calls finds the invite
 * pending. The other calls search again, because another org may have invited the address too. An existing member keeps
 * their role.
 */
function acceptInTransaction(
  stores: TransactionalStores<AcceptInviteStores>,
  { emailKey, inviteId, actor, now, audit }: InviteToAccept,
): Promise<string> {
  const { builderId, email } = actor;
  return stores.transaction(async (s) => {
    for (;;) {
      const invite = await inviteToAccept(s, { emailKey, inviteId, now });
      const { id, orgId, role } = invite;
      if (!(await s.invites.accept(orgId, id, now))) continue;
      if (await s.memberships.insertNew({ orgId, builderId, role, createTime: now }))
        await audit(s, actor, { action: 'member.added', orgId, targetId: builderId, targetName: email });
      return orgId;
    }
  });
}

async function inviteToAccept(
  stores: Omit<AcceptInviteStores, 'audit'>,
  { emailKey, inviteId, now }: Pick<InviteToAccept, 'emailKey' | 'inviteId' | 'now'>,
): Promise<Invite> {
  const pending = await stores.invites.listPending(emailKey, now, { inviteId, limit: MAX_NAMED_INVITES });
  const [only] = pending;
  if (!only) throw noPendingInvite();
  if (pending.length > 1) throw await severalInvites(stores, pending, await stores.invites.countPending(emailKey, now));
  return only;
}

/** The problem lists the orgs and roles: the verified owner of the address may see who invites them. */
async function severalInvites(
  stores: Omit<AcceptInviteStores, 'audit'>,
  pending: Invite[],
  count: number,
): Promise<Problem> {
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
