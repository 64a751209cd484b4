import type { ApiKeyStore } from '../api_keys/domain/api_key.ts';
import type { BillingAccountStore } from '../billing/domain/billing.ts';
import type { BuilderStore } from '../members/domain/builder.ts';
import type { ClaimedDomainStore } from '../claimed_domains/domain/claimed_domain.ts';
import type { InviteStore } from '../invites/domain/invite.ts';
import type { MembershipStore } from '../orgs/domain/membership.ts';
import type { OrgStore } from '../orgs/domain/org.ts';
import type { ProjectStore } from '../projects/domain/project.ts';
import type { QuotaStore } from './quota.ts';
import type { JwtKeyStore } from '../jwt_keys/domain/jwt_key.ts';

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
