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
    async AddMember(_call, { actor, orgId, builderId, role }) {
      await useCases.addMember(actorOf(actor), { orgId, builderId, role });
      return {};
    },
    UpdateMember: (_call, { actor, orgId, builderId, role }) =>
      useCases.changeMember(actorOf(actor), { orgId, builderId, role: orgRoleOf(role) ?? 'member' }),
    async RemoveMember(_call, { actor, orgId, builderId }) {
      await useCases.removeMember(actorOf(actor), { orgId, builderId });
      return {};
    },
    async ListClaimedDomains(_call, { actor, orgId }) {
      const claims = await useCases.listClaimedDomains(actorOf(actor), orgId);
      return { claimedDomains: claims.map(claimedDomainMessage) };
    },
    CheckClaimedDomain: async (_call, { actor, domain }) =>
      claimedDomainMessage(await useCases.checkClaimedDomain(actorOf(actor), domain)),
    async ClaimDomain(_call, { actor, orgId, domain }) {
      const claim = await useCases.claimDomain(actorOf(actor), { orgId, text: domain });
      return { claimedDomain: claimedDomainMessage(claim) };
    },
    VerifyClaimedDomain: async (_call, { actor, orgId, domain }) =>
      claimedDomainMessage(await useCases.verifyClaimedDomain(actorOf(actor), { orgId, text: domain })),
  };
}
