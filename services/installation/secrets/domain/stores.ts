import type { CustomAuthSessionStore } from '../../custom_auth/domain/custom_auth_session.ts';
import type { ConnectionStore, PartyStore } from '../../connections/domain/connection.ts';
import type { DestinationStore } from '../../destinations/domain/destination.ts';
import type { DestinationUseStore } from '../../destination_uses/domain/destination_use.ts';
import type { HealthReportStore } from '../../health/domain/health.ts';
import type { InstallationStore } from '../../installations/domain/installation.ts';
import type { IntegrationRemovalStore } from '../../integration_removals/domain/integration_removal.ts';
import type { IntegrationStore } from '../../integrations/domain/integration.ts';
import type { OauthSessionStore } from '../../oauth/domain/oauth_session.ts';
import type { ProviderAppStore } from '../../provider_apps/domain/provider_app.ts';
import type { RateBudgetStore } from '../../budgets/domain/rate_budget_store.ts';
import type { QuotaStore } from '../../quotas/domain/quota.ts';
import type { RevocationStore } from '../../tokens/domain/revocation.ts';
import type { SignInPageStore } from '../../sign_in_pages/domain/sign_in_page.ts';
import type { UploadStore } from '../../uploads/domain/upload.ts';

/** A domain event for the outbox; lib/events creates it. */
export type Event = { id: string; type: string; projectId: string; time: number; payload: object };

/** The service whose outbox has the event. */
type Producer = 'identity' | 'installation' | 'reads' | 'notifications';

export type Stores = {
  providerApps: ProviderAppStore;
  groups: PartyStore;
  consumers: PartyStore;
  connections: ConnectionStore;
  oauthSessions: OauthSessionStore;
  customAuthSessions: CustomAuthSessionStore;
  signInPages: SignInPageStore;
  revocations: RevocationStore;
  integrations: IntegrationStore;
  integrationRemovals: IntegrationRemovalStore;
  installations: InstallationStore;
  uploads: UploadStore;
  destinations: DestinationStore;
  destinationUses: DestinationUseStore;
  healthReports: HealthReportStore;
  quotas: QuotaStore;
  rateBudgets: RateBudgetStore;
  events: { add(event: Event): Promise<void> };
  inbox: { accept(eventId: string, producer: Producer): Promise<boolean>; purge(limit: number): Promise<number> };
  /** Runs `work` with the same stores on one transaction. `work` may not await anything else. */
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};
