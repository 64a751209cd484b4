import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../use_cases.ts';
import { actorOf, billingAccountMessage, orgMessage } from './messages.ts';

type Rpcs = 'GetOrgBillingAccount' | 'OpenBillingSession' | 'GetBillingSession';

/** Billing RPCs. Translates; decides nothing. */
export function billingHandlers(useCases: UseCases): Pick<Handlers<'identity'>, Rpcs> {
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
