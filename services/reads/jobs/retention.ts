import { purge, type Purge } from '../../../lib/retention/purge.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Stores } from '../operations/domain/stores.ts';
import { makeDropArchivedPages } from '../archive/usecases/drop_archived_pages.ts';
import { makeDropForgottenIds } from '../deletes/usecases/drop_forgotten_ids.ts';
import { makeDropOldBodies } from '../messages/usecases/drop_old_bodies.ts';
import { makeDropOldBudgets } from '../rate_limits/usecases/drop_old_budgets.ts';
import { makeDropOldLogs } from '../operations/usecases/drop_old_logs.ts';
import { makeDropOldMessages } from '../messages/usecases/drop_old_messages.ts';
import { makeDropOldOperations } from '../operations/usecases/drop_old_operations.ts';

type Deps = {
  stores: Stores;
  clock: Clock;
  config: { retention: number; logRetentionDays: number; operationRetentionDays: number };
};

/** Everything that deletes old rows of reads, each rule in transactions of its own. docs/retention.md lists them. */
export function makePurges({ stores, clock, config }: Deps): Purge[] {
  const bodies = { clock, retentionMs: config.retention };
  const logs = { clock, retentionDays: config.logRetentionDays };
  const operations = { clock, retentionDays: config.operationRetentionDays };
  return [
    purge(stores, 'bodies', (s, limit) => makeDropOldBodies({ stores: s, ...bodies })(limit)),
    purge(stores, 'messages', (s, limit) => makeDropOldMessages({ stores: s, ...operations })(limit)),
    purge(stores, 'logs', (s, limit) => makeDropOldLogs({ stores: s, ...logs })(limit)),
    purge(stores, 'archivedPages', (s, limit) => makeDropArchivedPages({ stores: s, clock })(limit)),
    purge(stores, 'operations', makeDropOldOperations(operations)),
    purge(stores, 'rateBudgets', (s, limit) => makeDropOldBudgets({ stores: s })(limit)),
    purge(stores, 'knownRecords', (s, limit) => makeDropForgottenIds({ stores: s })(limit)),
    purge(stores, 'inbox', async ({ inbox }, limit) => (await inbox.purge(limit)) >= limit),
  ];
}
