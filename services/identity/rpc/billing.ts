import type { Handlers } from '../../../lib/rpc/services.ts';
import type { UseCases } from '../usecases/use_cases.ts';
import { actorOf, billingAccountMessage, orgMessage } from './messages.ts';

type Rpcs = 'GetOrgBillingAccount' | 'OpenBillingSession' | 'GetBillingSession';

/** What an org pays, and where its owners look after it. Translates; decides nothing. */
export function billingHandlers(does: UseCases): Pick<Handlers<'identity'>, Rpcs> {
  return {
    async GetOrgBillingAccount(_call, { actor, orgId }) {
      return billingAccountMessage(await does.billingAccounts.ofOrg(actorOf(actor), orgId));
    },
    OpenBillingSession: (_call, { actor, ...request }) => does.openBillingSession(actorOf(actor), request),
    async GetBillingSession(_call, { token }) {
      const { session, account, org, projectCount } = await does.getBillingSession(token);
      const { redirectUrl, expireTime } = session;
      const isBranded = !does.entitlements.brandingRemoval;
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
