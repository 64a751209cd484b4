import type { Knex } from 'knex';
import { onChange } from '../../lib/db/changes.ts';
import type { TransactionalStores } from '../../lib/db/transacting.ts';
import { inTransaction } from '../../lib/db/transaction.ts';
import { inboxStore } from '../../lib/events/inbox.ts';
import { outboxStore } from '../../lib/events/outbox.ts';
import { outboxBacklog } from '../../lib/events/outbox_backlog.ts';
import { sqlRateBudgetStore } from './budgets/rate_budget_store.ts';
import { sqlConnectSessionStore } from './connect_sessions/connect_session_store.ts';
import { countConnections } from './connections/connection_count_store.ts';
import { sqlConnectionStore, sqlConsumerStore, sqlPartyStore } from './connections/connection_store.ts';
import { sqlCustomAuthSessionStore } from './custom_auth/custom_auth_session_store.ts';
import { sqlDestinationUseStore } from './destination_uses/destination_use_store.ts';
import { sqlDestinationStore } from './destinations/destination_store.ts';
import { sqlHealthReportStore } from './health_reports/health_report_store.ts';
import { sqlInstallationStore } from './installations/installation_store.ts';
import { sqlIntegrationRemovalStore } from './integration_removals/integration_removal_store.ts';
import { sqlIntegrationStore } from './integrations/integration_store.ts';
import { sqlOauthSessionStore } from './oauth/oauth_session_store.ts';
import { sqlProviderAppStore } from './provider_apps/provider_app_store.ts';
import type { QuotaLimits } from './quota.ts';
import { NO_LIMITS, sqlQuotaStore } from './quota_store.ts';
import { sqlRevocationStore } from './revocations/revocation_store.ts';
import { sqlSignInPageStore } from './sign_in_pages/sign_in_page_store.ts';
import { sqlRefreshLeaseStore } from './tokens/refresh_lease_store.ts';
import { sqlUploadStore } from './uploads/upload_store.ts';

/** Creates every store of the service, on the database or on a transaction. */
function storesOn(db: Knex, limits: QuotaLimits) {
  return {
    providerApps: sqlProviderAppStore(db),
    groups: sqlPartyStore(db, 'groups'),
    consumers: sqlConsumerStore(db),
    connections: sqlConnectionStore(db),
    refreshLeases: sqlRefreshLeaseStore(db),
    oauthSessions: sqlOauthSessionStore(db),
    customAuthSessions: sqlCustomAuthSessionStore(db),
    signInPages: sqlSignInPageStore(db),
    connectSessions: sqlConnectSessionStore(db),
    revocations: sqlRevocationStore(db),
    integrations: sqlIntegrationStore(db),
    integrationRemovals: sqlIntegrationRemovalStore(db),
    installations: sqlInstallationStore(db),
    destinations: sqlDestinationStore(db),
    destinationUses: sqlDestinationUseStore(db),
    healthReports: sqlHealthReportStore(db),
    uploads: sqlUploadStore(db),
    quotas: sqlQuotaStore(db, limits),
    rateBudgets: sqlRateBudgetStore(db),
    /** The metrics call `list`, which also counts the connections of each status. */
    queues: {
      async list() {
        await countConnections(db);
        return [await outboxBacklog(db, 'installation')];
      },
    },
    outbox: outboxStore(db),
    inbox: inboxStore(db),
  };
}

export type Stores = TransactionalStores<ReturnType<typeof storesOn>> & {
  /** Calls `listener` with the table of each change that this process committed. */
  onChange(listener: (table: string) => void): void;
};

/** All stores on one database, and the same stores inside a transaction. `work` may await only these stores. */
export function sqlStores(db: Knex, limits: QuotaLimits = NO_LIMITS): Stores {
  return {
    ...storesOn(db, limits),
    onChange: (listener) => onChange(db, listener),
    transaction: (work) => inTransaction(db, (trx) => work(storesOn(trx, limits))),
  };
}
