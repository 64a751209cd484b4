import type { Migration } from '../../../lib/db/migrate.ts';
import { eventMigrations } from '../../../lib/events/event_migrations.ts';
import { destinationsTable } from './0001_destinations.ts';
import { topicsTable } from './0002_topics.ts';
import { eventTopicRoutesTable } from './0003_event_topic_routes.ts';
import { topicDestinationRoutesTable } from './0004_topic_destination_routes.ts';
import { deliveriesTable } from './0005_deliveries.ts';
import { attemptsTable } from './0006_attempts.ts';
import { notificationsTable } from './0007_notifications.ts';
import { closingsTable } from './0008_closings.ts';
import { formerDestinationNamesTable } from './0009_former_destination_names.ts';
import { destinationDeletions } from './0010_destination_deletions.ts';
import { holdsTable } from './0011_holds.ts';
import { releasesTable } from './0012_releases.ts';
import { announcedDestinations } from './0013_announced_destinations.ts';
import { deliverySubjects } from './0014_delivery_subjects.ts';
import { attemptAnswers } from './0015_attempt_answers.ts';
import { sealedHeaders } from './0016_sealed_headers.ts';
import { quotaLocks } from './0017_quota_locks.ts';
import { counts } from './0018_counts.ts';
import { version } from './0019_version.ts';
import { deletedDestinations } from './0020_deleted_destinations.ts';
import { strandedDeliveries } from './0021_stranded_deliveries.ts';
import { destinationHealth } from './0022_destination_health.ts';
import { recoveriesTable } from './0023_recoveries.ts';
import { recoveredDeliveries } from './0024_recovered_deliveries.ts';
import { resentDeliveries } from './0025_resent_deliveries.ts';
import { destinationTests } from './0026_destination_tests.ts';
import { destinationProbes } from './0027_destination_probes.ts';
import { tracedDeliveries } from './0028_traced_deliveries.ts';

export const migrations: Migration[] = [
  ...eventMigrations,
  destinationsTable,
  topicsTable,
  eventTopicRoutesTable,
  topicDestinationRoutesTable,
  deliveriesTable,
  attemptsTable,
  notificationsTable,
  closingsTable,
  formerDestinationNamesTable,
  destinationDeletions,
  holdsTable,
  releasesTable,
  announcedDestinations,
  deliverySubjects,
  attemptAnswers,
  sealedHeaders,
  quotaLocks,
  counts,
  version,
  deletedDestinations,
  strandedDeliveries,
  destinationHealth,
  recoveriesTable,
  recoveredDeliveries,
  resentDeliveries,
  destinationTests,
  destinationProbes,
  tracedDeliveries,
];
