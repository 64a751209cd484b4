import type { Db } from '../../lib/db/open.ts';

const TABLES = [
  'schedules',
  'destinations',
  'told_deletions',
  'sweeps',
  'known_records',
  'operations',
  'operation_logs',
  'operation_pages',
  'messages',
  'held_messages',
  'boundary_records',
  'kept_pages',
  'kept_bodies',
  'kept_keys',
  'turns',
  'rate_budgets',
  'outbox',
  'outbox_acks',
  'inbox',
];

/** Deletes all rows of a reads database, which is faster than creating a new database. */
export async function emptyReads(db: Db): Promise<void> {
  for (const table of TABLES) await db(table).del();
}
