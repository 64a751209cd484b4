import type { ApiKeyStore } from './api_key.ts';
import type { BuilderStore, MembershipStore } from './builder.ts';
import type { BillingAccountStore, OrgStore, ProjectStore } from './project.ts';

/** The platform's own signing key, sealed; there is one. */
export type IssuerKeyStore = {
  find(): Promise<string | undefined>;
  /** Keeps the first key that any replica made. */
  insert(sealedKey: string, createTime: number): Promise<void>;
};

export type Stores = {
  orgs: OrgStore;
  projects: ProjectStore;
  builders: BuilderStore;
  memberships: MembershipStore;
  apiKeys: ApiKeyStore;
  billingAccounts: BillingAccountStore;
  issuerKeys: IssuerKeyStore;
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};
