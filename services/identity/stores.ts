import type { Knex } from 'knex';
import { inTransaction } from '../../lib/db/transaction.ts';
import type { IssuerKeyStore } from './callers/domain/issuer_key.ts';
import { sqlIssuerKeyStore } from './callers/store/issuer_key_store.ts';
import { sqlApiKeyStore } from './api_keys/store/api_key_store.ts';
import { sqlBillingAccountStore } from './orgs/store/billing_account_store.ts';
import { sqlBuilderStore } from './members/store/builder_store.ts';
import { sqlClaimedDomainStore } from './claimed_domains/store/claimed_domain_store.ts';
import { sqlInviteStore } from './invites/store/invite_store.ts';
import { sqlMembershipStore } from './orgs/store/membership_store.ts';
import { sqlOrgStore } from './orgs/store/org_store.ts';
import { sqlProjectStore } from './projects/store/project_store.ts';
import { NO_LIMITS, type QuotaLimits, sqlQuotaStore } from './store/quota_store.ts';
import { sqlJwtKeyStore } from './jwt_keys/store/jwt_key_store.ts';
import type { ApiKeyStore } from './api_keys/domain/api_key.ts';
import type { BillingAccountStore } from './orgs/domain/billing_account.ts';
import type { BuilderStore } from './members/domain/builder.ts';
import type { ClaimedDomainStore } from './claimed_domains/domain/claimed_domain.ts';
import type { InviteStore } from './invites/domain/invite.ts';
import type { MembershipStore } from './orgs/domain/membership.ts';
import type { OrgStore } from './orgs/domain/org.ts';
import type { ProjectStore } from './projects/domain/project.ts';
import type { QuotaStore } from './domain/quota.ts';
import { inboxStore, type InboxStore } from '../../lib/events/inbox.ts';
import type { AuditStore } from './audit/domain/audit_entry.ts';
import { sqlAuditStore } from './audit/store/audit_store.ts';
import type { BrandingStore } from './branding/domain/branding.ts';
import { sqlBrandingStore } from './branding/store/branding_store.ts';
import type { SessionStore } from './sessions/domain/session.ts';
import { sqlSessionStore } from './sessions/store/session_store.ts';
import type { JwtKeyStore } from './jwt_keys/domain/jwt_key.ts';

/** All stores of identity. A use case names those that it needs. */
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
  brandings: BrandingStore;
  sessions: SessionStore;
  audit: AuditStore;
  inbox: InboxStore;
  quotas: QuotaStore;
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};

export function sqlStores(db: Knex, limits: QuotaLimits = NO_LIMITS): Stores {
  return {
    orgs: sqlOrgStore(db),
    projects: sqlProjectStore(db),
    builders: sqlBuilderStore(db),
    memberships: sqlMembershipStore(db),
    invites: sqlInviteStore(db),
    claimedDomains: sqlClaimedDomainStore(db),
    apiKeys: sqlApiKeyStore(db),
    jwtKeys: sqlJwtKeyStore(db),
    billingAccounts: sqlBillingAccountStore(db),
    issuerKeys: sqlIssuerKeyStore(db),
    brandings: sqlBrandingStore(db),
    sessions: sqlSessionStore(db),
    audit: sqlAuditStore(db),
    inbox: inboxStore(db),
    quotas: sqlQuotaStore(db, limits),
    transaction: (work) => inTransaction(db, (trx) => work(sqlStores(trx, limits))),
  };
}
