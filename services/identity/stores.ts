import type { Knex } from 'knex';
import { inTransaction } from '../../lib/db/transaction.ts';
import { type InboxStore, inboxStore } from '../../lib/events/inbox.ts';
import type { ApiKeyStore } from './api_keys/api_key.ts';
import { sqlApiKeyStore } from './api_keys/api_key_store.ts';
import type { AuditStore } from './audit/audit_entry.ts';
import { sqlAuditStore } from './audit/audit_store.ts';
import type { BrandingStore } from './branding/branding.ts';
import { sqlBrandingStore } from './branding/branding_store.ts';
import type { IssuerKeyStore } from './callers/issuer_key.ts';
import { sqlIssuerKeyStore } from './callers/issuer_key_store.ts';
import type { ClaimedDomainStore } from './claimed_domains/claimed_domain.ts';
import { sqlClaimedDomainStore } from './claimed_domains/claimed_domain_store.ts';
import type { InviteStore } from './invites/invite.ts';
import { sqlInviteStore } from './invites/invite_store.ts';
import type { JwtKeyStore } from './jwt_keys/jwt_key.ts';
import { sqlJwtKeyStore } from './jwt_keys/jwt_key_store.ts';
import type { BuilderStore } from './members/builder.ts';
import { sqlBuilderStore } from './members/builder_store.ts';
import type { BillingAccountStore, MembershipStore, OrgStore } from './orgs/org.ts';
import { sqlBillingAccountStore, sqlMembershipStore, sqlOrgStore } from './orgs/org_store.ts';
import type { ProjectStore } from './projects/project.ts';
import { sqlProjectStore } from './projects/project_store.ts';
import type { QuotaLimits, QuotaStore } from './quota.ts';
import { NO_LIMITS, sqlQuotaStore } from './quota_store.ts';
import type { SessionStore } from './sessions/session.ts';
import { sqlSessionStore } from './sessions/session_store.ts';

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
