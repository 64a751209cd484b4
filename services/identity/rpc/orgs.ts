import { pageOfMessages } from '../../../lib/rpc/paged.ts';
import type { ServiceHandlers } from '../../../lib/rpc/services.ts';
import type { Invite } from '../invites/invite.ts';
import { orgRoleOf } from '../orgs/org.ts';
import type { UseCases } from '../use_cases.ts';
import {
  actorOf,
  billingAccountMessage,
  builderInfoMessage,
  claimedDomainMessage,
  inviteMessage,
  orgMessage,
} from './messages.ts';

type OrgRpcs = 'CreateOrg' | 'GetOrg' | 'UpdateOrg' | 'ListOrgBuilders' | 'GetMyInfo';

/** RPCs for orgs and their builders. */
function orgHandlers(useCases: UseCases): Pick<ServiceHandlers<'identity'>, OrgRpcs> {
  return {
    async CreateOrg(call, { actor, label }) {
      return orgMessage(await useCases.createOrg(actorOf(call, actor), { label }));
    },
    async GetOrg(call, { actor, orgId }) {
      return orgMessage(await useCases.getOrg(actorOf(call, actor), orgId));
    },
    async UpdateOrg(call, { actor, orgId, updateMask, label }) {
      return orgMessage(await useCases.updateOrg(actorOf(call, actor), { orgId, updateMask, label }));
    },
    async ListOrgBuilders(call, { actor, orgId, pageToken }) {
      const { messages, nextPageToken } = await pageOfMessages(pageToken, (page) =>
        useCases.listOrgBuilders(actorOf(call, actor), orgId, page),
      );
      return { builders: messages, nextPageToken };
    },
    async GetMyInfo(call, { actor }) {
      return builderInfoMessage(await useCases.getBuilderInfo(actorOf(call, actor).builderId));
    },
  };
}

type OrgWideRpcs =
  | keyof ReturnType<typeof orgHandlers>
  | keyof ReturnType<typeof inviteHandlers>
  | keyof ReturnType<typeof membershipHandlers>
  | keyof ReturnType<typeof billingHandlers>;

/** All RPCs about an org. */
export function orgWideHandlers(useCases: UseCases): Pick<ServiceHandlers<'identity'>, OrgWideRpcs> {
  return {
    ...orgHandlers(useCases),
    ...inviteHandlers(useCases),
    ...membershipHandlers(useCases),
    ...billingHandlers(useCases),
  };
}

type BillingRpcs = 'GetOrgBillingAccount' | 'OpenBillingSession' | 'GetBillingSession';

/** RPCs for billing. */
function billingHandlers(useCases: UseCases): Pick<ServiceHandlers<'identity'>, BillingRpcs> {
  return {
    async GetOrgBillingAccount(call, { actor, orgId }) {
      return billingAccountMessage(await useCases.billingAccounts.ofOrg(actorOf(call, actor), orgId));
    },
    OpenBillingSession: (call, { actor, ...request }) => useCases.openBillingSession(actorOf(call, actor), request),
    async GetBillingSession(_call, { token }) {
      const { session, account, org, projectCount } = await useCases.getBillingSession(token);
      const { redirectUrl, expireTime } = session;
      const isBranded = !useCases.entitlements.brandingRemoval;
      return {
        account: billingAccountMessage(account),
        org: orgMessage(org),
        projectCount,
        redirectUrl,
        expireTime,
        isBranded,
      };
    },
  };
}

type InvitesRpcs = 'CreateInvite' | 'ListInvites' | 'GetInvite' | 'DeleteInvite' | 'AcceptInvite';

/** RPCs for invites. */
function inviteHandlers(useCases: UseCases): Pick<ServiceHandlers<'identity'>, InvitesRpcs> {
  const message = (invite: Invite) => inviteMessage(invite, useCases.inviteStatus(invite));
  return {
    async CreateInvite(call, { actor, orgId, email, role }) {
      return message(await useCases.createInvite(actorOf(call, actor), { orgId, email, role }));
    },
    async ListInvites(call, { actor, orgId, pageToken }) {
      const { messages, nextPageToken } = await pageOfMessages(pageToken, async (keyset) =>
        (await useCases.listInvites(actorOf(call, actor), orgId, keyset)).map(message),
      );
      return { invites: messages, nextPageToken };
    },
    async GetInvite(call, { actor, orgId, inviteId }) {
      return message(await useCases.getInvite(actorOf(call, actor), { orgId, inviteId }));
    },
    async DeleteInvite(call, { actor, orgId, inviteId }) {
      await useCases.deleteInvite(actorOf(call, actor), { orgId, inviteId });
      return {};
    },
    async AcceptInvite(call, { actor, invitedEmail, inviteId }) {
      return builderInfoMessage(await useCases.acceptInvite(actorOf(call, actor), { invitedEmail, inviteId }));
    },
  };
}

type MembershipsRpcs =
  | 'AddMember'
  | 'UpdateMember'
  | 'RemoveMember'
  | 'ListClaimedDomains'
  | 'CheckClaimedDomain'
  | 'ClaimDomain'
  | 'VerifyClaimedDomain';

/** RPCs for members and claimed domains. */
function membershipHandlers(useCases: UseCases): Pick<ServiceHandlers<'identity'>, MembershipsRpcs> {
  return {
    async AddMember(call, { actor, orgId, builderId, role }) {
      await useCases.addMember(actorOf(call, actor), { orgId, builderId, role });
      return {};
    },
    UpdateMember: (call, { actor, orgId, builderId, role }) =>
      useCases.changeMember(actorOf(call, actor), { orgId, builderId, role: orgRoleOf(role) ?? 'member' }),
    async RemoveMember(call, { actor, orgId, builderId }) {
      await useCases.removeMember(actorOf(call, actor), { orgId, builderId });
      return {};
    },
    async ListClaimedDomains(call, { actor, orgId }) {
      const claims = await useCases.listClaimedDomains(actorOf(call, actor), orgId);
      return { claimedDomains: claims.map(claimedDomainMessage) };
    },
    CheckClaimedDomain: async (call, { actor, domain }) =>
      claimedDomainMessage(await useCases.checkClaimedDomain(actorOf(call, actor), domain)),
    async ClaimDomain(call, { actor, orgId, domain }) {
      const claim = await useCases.claimDomain(actorOf(call, actor), { orgId, text: domain });
      return { claimedDomain: claimedDomainMessage(claim) };
    },
    VerifyClaimedDomain: async (call, { actor, orgId, domain }) =>
      claimedDomainMessage(await useCases.verifyClaimedDomain(actorOf(call, actor), { orgId, text: domain })),
  };
}
