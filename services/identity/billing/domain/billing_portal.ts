import type { BillingAccount } from '../../orgs/domain/billing_account.ts';

export type PortalSession = { redirectUrl: string; expireTime: number };

/** Where an org manages its billing: our own page or a billing provider's portal. */
export type BillingPortal = {
  /** The URL at which the session starts. */
  open(account: BillingAccount, session: PortalSession): Promise<{ url: string }>;
};
