import type { Migration } from '../../../lib/db/migrate.ts';
import { eventMigrations } from '../../../lib/events/event_migrations.ts';
import { schedulesTable } from './0001_schedules.ts';
import { operationsTable } from './0002_operations.ts';
import { operationLogsTable } from './0003_operation_logs.ts';
import { messagesTable } from './0004_messages.ts';
import { messageResultsTable } from './0005_message_results.ts';
import { logsByAge } from './0008_logs_by_age.ts';
import { schedulesByIntegration } from './0006_schedules_by_integration.ts';
import { heldMessagesTable } from './0009_held_messages.ts';

export const migrations: Migration[] = [
  ...eventMigrations,
  schedulesTable,
  operationsTable,
  operationLogsTable,
  messagesTable,
  messageResultsTable,
  schedulesByIntegration,
  logsByAge,
  heldMessagesTable,
];
