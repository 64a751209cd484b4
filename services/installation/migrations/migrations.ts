import type { Migration } from '../../../lib/db/migrate.ts';
import { eventMigrations } from '../../../lib/events/event_migrations.ts';
import { providerAppsTable } from './0001_provider_apps.ts';
import { groupsTable } from './0002_groups.ts';
import { consumersTable } from './0003_consumers.ts';
import { connectionsTable } from './0004_connections.ts';
import { oauthSessionsTable } from './0005_oauth_sessions.ts';
import { integrationsTable } from './0006_integrations.ts';
import { revisionsTable } from './0007_revisions.ts';
import { installationsTable } from './0008_installations.ts';
import { destinationsTable } from './0009_destinations.ts';
import { connectionsByAge } from './0010_connections_by_age.ts';
import { installationsByAge } from './0011_installations_by_age.ts';
import { oauthSessionsOfConnections } from './0012_oauth_sessions_of_connections.ts';
import { revocationsTable } from './0013_revocations.ts';
import { integrationRemovalsTable } from './0014_integration_removals.ts';
import { uploadsTable } from './0015_uploads.ts';
import { customAuthSessionsTable } from './0016_custom_auth_sessions.ts';
import { refreshSpends } from './0017_refresh_spends.ts';
import { rejectionTime } from './0018_rejection_time.ts';
import { destinationNames } from './0019_destination_names.ts';
import { destinationIds } from './0020_destination_ids.ts';
import { healthReportsTable } from './0021_health_reports.ts';
import { failingSince } from './0022_failing_since.ts';
import { signInPages } from './0023_sign_in_pages.ts';
import { codeChallengeMethod } from './0024_code_challenge_method.ts';
import { quotaLocks } from './0026_quota_locks.ts';
import { signInsOfGroups } from './0028_sign_ins_of_groups.ts';
import { uploadSizes } from './0029_upload_sizes.ts';
import { rateBudgetsTable } from './0030_rate_budgets.ts';
import { revisionAuthors } from './0045_revision_authors.ts';
import { connectSessions } from './0050_connect_sessions.ts';
import { version } from './0051_version.ts';
import { frontendKeysOfSignIns } from './0052_frontend_keys_of_sign_ins.ts';
import { consumerIds } from './0053_consumer_ids.ts';
import { verifiedConnections } from './0054_verified_connections.ts';
import { lastRead } from './0055_last_read.ts';
import { reportedDestinations } from './0056_reported_destinations.ts';
import { connectionsByStatus } from './0057_connections_by_status.ts';

export const migrations: Migration[] = [
  ...eventMigrations,
  providerAppsTable,
  groupsTable,
  consumersTable,
  connectionsTable,
  oauthSessionsTable,
  integrationsTable,
  revisionsTable,
  installationsTable,
  destinationsTable,
  connectionsByAge,
  installationsByAge,
  oauthSessionsOfConnections,
  revocationsTable,
  integrationRemovalsTable,
  uploadsTable,
  customAuthSessionsTable,
  refreshSpends,
  rejectionTime,
  destinationNames,
  destinationIds,
  healthReportsTable,
  failingSince,
  signInPages,
  codeChallengeMethod,
  quotaLocks,
  signInsOfGroups,
  uploadSizes,
  rateBudgetsTable,
  revisionAuthors,
  connectSessions,
  version,
  frontendKeysOfSignIns,
  consumerIds,
  verifiedConnections,
  lastRead,
  reportedDestinations,
  connectionsByStatus,
];
