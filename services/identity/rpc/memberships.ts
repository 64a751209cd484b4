import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../usecases/use_cases.ts';
import { actorOf } from './messages.ts';

type Rpcs = 'AddMember' | 'ListClaimedDomains' | 'CheckClaimedDomain' | 'ClaimDomain';

/** Who joins an org without an invite. Translates; decides nothing. */
export function membershipHandlers(does: UseCases): Pick<Handlers<'identity'>, Rpcs> {
  return {
    async AddMember(_call, { actor, orgId, builderId, role }) {
      await does.addMember(actorOf(actor), { orgId, builderId, role });
      return {};
    },
    async ListClaimedDomains(_call, { actor, orgId }) {
      return { claimedDomains: await does.listClaimedDomains(actorOf(actor), orgId) };
    },
    CheckClaimedDomain: (_call, { actor, domain }) => does.checkClaimedDomain(actorOf(actor), domain),
    async ClaimDomain(_call, { actor, orgId, domain }) {
      await does.claimDomain(actorOf(actor), { orgId, text: domain });
      return {};
    },
  };
}
