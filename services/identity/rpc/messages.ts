import type { AuditActor } from '../../../lib/audit/audit.ts';
import { ANY_ORIGIN } from '../../../lib/url/origin.ts';
import type { Actor__Output as ActorMessage } from '../../../protos/gen/causeway/identity/v1/Actor.ts';
import type { BillingAccount as BillingAccountMessage } from '../../../protos/gen/causeway/identity/v1/BillingAccount.ts';
import type { BuilderInfo as BuilderInfoMessage } from '../../../protos/gen/causeway/identity/v1/BuilderInfo.ts';
import type { ClaimedDomain as ClaimedDomainMessage } from '../../../protos/gen/causeway/identity/v1/ClaimedDomain.ts';
import type { Invite as InviteMessage } from '../../../protos/gen/causeway/identity/v1/Invite.ts';
import type { Org as OrgMessage } from '../../../protos/gen/causeway/identity/v1/Org.ts';
import type { Project as ProjectMessage } from '../../../protos/gen/causeway/identity/v1/Project.ts';
import type { Actor } from '../actor.ts';
import { type ClaimedDomain, recordNameOf, tokenOf } from '../claimed_domains/claimed_domain.ts';
import type { Invite, InviteStatus } from '../invites/invite.ts';
import type { BuilderInfo } from '../members/members.ts';
import type { BillingAccount, Org } from '../orgs/org.ts';
import type { Project } from '../projects/project.ts';

/** Adds the principal of the call to the actor in the request. */
export function actorOf({ principal }: AuditActor, message: ActorMessage | null): Actor {
  if (!message) throw new Error('The request names no actor.');
  return { ...message, principal };
}

export function projectMessage({ updateTime, allowedOrigins, ...project }: Project): ProjectMessage {
  return { ...project, allowedOrigins: allowedOrigins ?? [ANY_ORIGIN], updateTime: updateTime ?? 0 };
}

export function orgMessage({ updateTime, ...org }: Org): OrgMessage {
  return { ...org, updateTime: updateTime ?? 0 };
}

export function inviteMessage(invite: Invite, status: InviteStatus): InviteMessage {
  const { id, orgId, invitedEmail, createTime, updateTime } = invite;
  return { id, orgId, invitedEmail, status, createTime, updateTime: updateTime ?? 0 };
}

export function claimedDomainMessage(claim: ClaimedDomain): ClaimedDomainMessage {
  const { proveTime, ...known } = claim;
  return { ...known, recordName: recordNameOf(claim), token: tokenOf(claim), proveTime: proveTime ?? 0 };
}

export function billingAccountMessage({
  orgId: _orgId,
  updateTime,
  ...account
}: BillingAccount): BillingAccountMessage {
  return { ...account, updateTime: updateTime ?? 0 };
}

export function builderInfoMessage({ builder, projectRoles, orgRole }: BuilderInfo): BuilderInfoMessage {
  return {
    builder,
    projectRoles: projectRoles.map((role) => ({ ...role, project: projectMessage(role.project) })),
    orgRole: orgRole && { ...orgRole, org: orgMessage(orgRole.org) },
  };
}
