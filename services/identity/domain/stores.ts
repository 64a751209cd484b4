import type { ApiKeyStore } from './api_key.ts';
import type { BillingAccountStore } from './billing.ts';
import type { BuilderStore } from './builder.ts';
import type { ClaimedDomainStore } from './claimed_domain.ts';
import type { InviteStore } from './invite.ts';
import type { MembershipStore } from './membership.ts';
import type { OrgStore } from './org.ts';
import type { ProjectStore } from './project.ts';
import type { QuotaStore } from './quota.ts';
import type { JwtKeyStore } from './jwt_key.ts';

/** The platform's own signing key, sealed. There is exactly one. */
export type IssuerKeyStore = {
  find(): Promise<string | undefined>;
  /** Stores the key unless another replica has stored one before. */
  insert(sealedKey: string, createTime: number): Promise<void>;
};

export type Stores = {
  orgs: OrgStore;
  projects: ProjectStore;
  builders: BuilderStore;
  memberships: MembershipStore;
  invites: InviteStore;
  claimedDomains: ClaimedDomainStore;
  apiKeys: ApiKeyStore;
  jwtKeys: JwtKeyStore;
  billingAccounts: BillingAccountStore;
  issuerKeys: IssuerKeyStore;
  quotas: QuotaStore;
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};
