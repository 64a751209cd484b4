import type { Knex } from 'knex';
import { inTransaction } from '../../../lib/db/transaction.ts';
import { inboxStore } from '../../../lib/events/inbox.ts';
import { outboxStore } from '../../../lib/events/outbox.ts';
import type { Stores } from '../domain/stores.ts';
import { sqlConnectionStore } from './connection_store.ts';
import { sqlCustomAuthSessionStore } from './custom_auth_session_store.ts';
import { sqlDestinationUseStore } from './destination_use_store.ts';
import { sqlDestinationStore } from './destination_store.ts';
import { sqlHealthReportStore } from './health_report_store.ts';
import { sqlInstallationStore } from './installation_store.ts';
import { sqlIntegrationRemovalStore } from './integration_removal_store.ts';
import { sqlIntegrationStore } from './integration_store.ts';
import { sqlOauthSessionStore } from './oauth_session_store.ts';
import { sqlPartyStore } from './party_store.ts';
import { sqlProviderAppStore } from './provider_app_store.ts';
import { NO_LIMITS, type QuotaLimits, sqlQuotaStore } from './quota_store.ts';
import { sqlRevocationStore } from './revocation_store.ts';
import { sqlSignInPageStore } from './sign_in_page_store.ts';
import { sqlUploadStore } from './upload_store.ts';

export function sqlStores(db: Knex, limits: QuotaLimits = NO_LIMITS): Stores {
  return {
    providerApps: sqlProviderAppStore(db),
    groups: sqlPartyStore(db, 'groups'),
    consumers: sqlPartyStore(db, 'consumers'),
    connections: sqlConnectionStore(db),
    oauthSessions: sqlOauthSessionStore(db),
    customAuthSessions: sqlCustomAuthSessionStore(db),
    signInPages: sqlSignInPageStore(db),
    revocations: sqlRevocationStore(db),
    integrations: sqlIntegrationStore(db),
    integrationRemovals: sqlIntegrationRemovalStore(db),
    installations: sqlInstallationStore(db),
    destinations: sqlDestinationStore(db),
    destinationUses: sqlDestinationUseStore(db),
    healthReports: sqlHealthReportStore(db),
    uploads: sqlUploadStore(db),
    quotas: sqlQuotaStore(db, limits),
    events: outboxStore(db),
    inbox: inboxStore(db),
    transaction: (work) => inTransaction(db, (trx) => work(sqlStores(trx, limits))),
  };
}
