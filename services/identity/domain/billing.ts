/** What an org is billed under. `billingProviderRef` is what the billing provider calls it. */
export type BillingAccount = {
  id: string;
  orgId: string;
  displayName: string;
  billingProvider: string;
  billingProviderRef: string;
  createTime: number;
  updateTime: number | null;
};

export type BillingAccountStore = {
  findOfOrg(orgId: string): Promise<BillingAccount | undefined>;
  /** The account, if it belongs to one of these orgs. */
  find(orgIds: readonly string[], accountId: string): Promise<BillingAccount | undefined>;
  insert(account: BillingAccount): Promise<void>;
  /** Hands the account to another billing provider; false when somebody did so before. */
  moveTo(account: BillingAccount, provider: { name: string; ref: string }, updateTime: number): Promise<boolean>;
};

export type PortalSession = { redirectUrl: string; expireTime: number };

/** Where the people of an org look after what they pay: our own page, or a billing provider's. */
export type BillingPortal = {
  /** The address at which the session starts. */
  open(account: BillingAccount, session: PortalSession): Promise<{ url: string }>;
};
