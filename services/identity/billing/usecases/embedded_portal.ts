import type { BillingPortal } from '../domain/billing_portal.ts';
import type { BillingSessionLinks } from '../domain/billing_session.ts';

/** Our own billing page, served by the gateway. The default for deployments without a billing provider. */
export function embeddedPortal({ links, publicUrl }: { links: BillingSessionLinks; publicUrl: string }): BillingPortal {
  return {
    async open({ id, orgId }, session) {
      const token = links.tokenOf({ orgId, accountId: id, ...session });
      return { url: `${publicUrl.replace(/\/+$/, '')}/billing/sessions/${token}` };
    },
  };
}
