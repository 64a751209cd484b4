/** An org's billing account. `billingProviderRef` is its id at the billing provider. */
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
  /** The account, if one of these orgs owns it. */
  find(orgIds: readonly string[], accountId: string): Promise<BillingAccount | undefined>;
  insert(account: BillingAccount): Promise<void>;
  /** Assigns the account to another billing provider; false when it was already reassigned. */
  moveTo(account: BillingAccount, provider: { name: string; ref: string }, updateTime: number): Promise<boolean>;
};
