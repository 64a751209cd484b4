import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';
import { orgRoleOf } from '../orgs/domain/membership.ts';
import { actorOf, claimedDomainMessage } from './messages.ts';

type Rpcs =
  | 'AddMember'
  | 'UpdateMember'
  | 'RemoveMember'
  | 'ListClaimedDomains'
  | 'CheckClaimedDomain'
  | 'ClaimDomain'
  | 'VerifyClaimedDomain';

/** RPCs for members and claimed domains. Translates; decides nothing. */
export function membershipHandlers(useCases: UseCases): Pick<Handlers<'identity'>, Rpcs> {
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
