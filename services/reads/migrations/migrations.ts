import type { Migration } from '../../../lib/db/migrate.ts';
import { eventMigrations } from '../../../lib/events/event_migrations.ts';
import { schedulesTable } from './0001_schedules.ts';
import { operationsTable } from './0002_operations.ts';
import { operationLogsTable } from './0003_operation_logs.ts';
import { messagesTable } from './0004_messages.ts';
import { messageResultsTable } from './0005_message_results.ts';
import { schedulesByIntegration } from './0006_schedules_by_integration.ts';
import { logsByAge } from './0008_logs_by_age.ts';
import { heldMessagesTable } from './0009_held_messages.ts';
import { boundaryTable } from './0010_boundary.ts';
import { ledger } from './0011_ledger.ts';
import { failedReadsInARow } from './0013_failed_reads_in_a_row.ts';
import { backfillReach } from './0014_backfill_reach.ts';
import { rateBudgetsTable } from './0015_rate_budgets.ts';
import { turnsTable } from './0016_turns.ts';
import { sweepsTables } from './0017_sweeps.ts';
import { keptPages } from './0018_kept_pages.ts';
import { readBudgets } from './0019_read_budgets.ts';
import { replaysTable } from './0020_replays.ts';
import { putOffBackfills } from './0021_put_off_backfills.ts';
import { pauseCauses } from './0023_pause_causes.ts';
import { forgottenIds } from './0024_forgotten_ids.ts';
import { destinationsTable } from './0025_destinations.ts';
import { undeliveredColumns } from './0026_undelivered.ts';
import { listEnds } from './0030_list_ends.ts';
import { incompleteLists } from './0031_incomplete_lists.ts';
import { operationsByProject } from './0033_operations_by_project.ts';
import { recordHashes } from './0034_record_hashes.ts';
import { operationRetention } from './0036_operation_retention.ts';
import { counts } from './0037_counts.ts';
import { version } from './0038_version.ts';
import { failingDestinations } from './0039_failing_destinations.ts';
import { failingTimes } from './0040_failing_times.ts';
import { waitingOperations } from './0041_waiting_operations.ts';
import { tracedOperations } from './0042_traced_operations.ts';

export const migrations: Migration[] = [
  ...eventMigrations,
  schedulesTable,
  operationsTable,
  operationLogsTable,
  messagesTable,
  messageResultsTable,
  schedulesByIntegration,
  logsByAge,
  ledger,
  heldMessagesTable,
  rateBudgetsTable,
  turnsTable,
  failedReadsInARow,
  keptPages,
  replaysTable,
  backfillReach,
  boundaryTable,
  readBudgets,
  sweepsTables,
  pauseCauses,
  putOffBackfills,
  forgottenIds,
  destinationsTable,
  undeliveredColumns,
  listEnds,
  incompleteLists,
  operationRetention,
  operationsByProject,
  recordHashes,
  counts,
  version,
  failingDestinations,
  failingTimes,
  waitingOperations,
  tracedOperations,
];
