import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../usecases/use_cases.ts';
import { actorOf } from './messages.ts';

type Rpcs = 'AddMember' | 'ListClaimedDomains' | 'CheckClaimedDomain' | 'ClaimDomain';

/** RPCs for members and claimed domains. Translates; decides nothing. */
export function membershipHandlers(useCases: UseCases): Pick<Handlers<'identity'>, Rpcs> {
  return {
    async AddMember(_call, { actor, orgId, builderId, role }) {
      await useCases.addMember(actorOf(actor), { orgId, builderId, role });
      return {};
    },
    async ListClaimedDomains(_call, { actor, orgId }) {
      return { claimedDomains: await useCases.listClaimedDomains(actorOf(actor), orgId) };
    },
    CheckClaimedDomain: (_call, { actor, domain }) => useCases.checkClaimedDomain(actorOf(actor), domain),
    async ClaimDomain(_call, { actor, orgId, domain }) {
      await useCases.claimDomain(actorOf(actor), { orgId, text: domain });
      return {};
    },
  };
}
