import type { Knex } from 'knex';
import type { TransactionalStores } from '../../lib/db/transacting.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import { inboxStore } from '../../lib/events/inbox.ts';
import { sqlApiKeyStore } from './api_keys/api_key_store.ts';
import { sqlAuditStore } from './audit/audit_store.ts';
import { sqlBrandingStore } from './branding/branding_store.ts';
import { sqlIssuerKeyStore } from './callers/issuer_key_store.ts';
import { sqlClaimedDomainStore } from './claimed_domains/claimed_domain_store.ts';
import { sqlInviteStore } from './invites/invite_store.ts';
import { sqlJwtKeyStore } from './jwt_keys/jwt_key_store.ts';
import { sqlBuilderStore } from './members/builder_store.ts';
import { sqlBillingAccountStore, sqlMembershipStore, sqlOrgStore } from './orgs/org_store.ts';
import { sqlProjectStore } from './projects/project_store.ts';
import type { QuotaLimits } from './quota.ts';
import { NO_LIMITS, sqlQuotaStore } from './quota_store.ts';
import { sqlSessionStore } from './sessions/session_store.ts';

/**
 * Creates every store of the service, on the database or on a transaction. A use case declares the stores that it uses.
 */
function storesOn(db: Knex, limits: QuotaLimits) {
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
  };
}

export type Stores = TransactionalStores<ReturnType<typeof storesOn>>;

export function sqlStores(db: Knex, limits: QuotaLimits = NO_LIMITS): Stores {
  return {
    ...storesOn(db, limits),
    transaction: (work) => inTransaction(db, (trx) => work(storesOn(trx, limits))),
  };
}
