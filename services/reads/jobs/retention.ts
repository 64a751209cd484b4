import { COUNTS_KEPT_MS } from '../../../lib/counts/counts.ts';
import type { InboxStore } from '../../../lib/events/inbox.ts';
import { DAY_MS, type RetentionRule } from '../../../lib/retention/retention.ts';
import type { LogStore } from '../../../lib/work/operation_log.ts';
import type { ArchiveStore } from '../archive/archived_page.ts';
import type { SweepStore } from '../deletes/sweep.ts';
import type { MessageStore } from '../messages/message.ts';
import type { OperationStore, RecordCountStore } from '../operations/operation.ts';
import type { PageStore } from '../operations/page.ts';
import type { FormerBudgetStore } from '../rate_limits/former_budget.ts';

type Stores = {
  messages: MessageStore;
  logs: LogStore;
  pages: PageStore;
  counts: RecordCountStore;
  archive: ArchiveStore;
  operations: OperationStore;
  formerBudgets: FormerBudgetStore;
  sweeps: SweepStore;
  inbox: InboxStore;
};

export type RetentionConfig = { retention: number; logRetentionDays: number; operationRetentionDays: number };

/** How long an unused budget is kept: longer than the window of any provider's rate limit. */
const UNUSED_BUDGET_MS = 8 * DAY_MS;

/** The data of the service `reads` that is deleted by age. */
export function retentions(config: RetentionConfig): RetentionRule<Stores>[] {
  const logsAfterMs = config.logRetentionDays * DAY_MS;
  const operationsAfterMs = config.operationRetentionDays * DAY_MS;
  return [
    {
      name: 'bodies',
      what: 'bodies of messages that are settled',
      afterMs: config.retention,
      drop: (s, before, limit) => s.messages.dropBodies(before, limit),
    },
    {
      name: 'messages',
      what: 'settled messages; their bodies were deleted long before',
      afterMs: operationsAfterMs,
      drop: (s, before, limit) => s.messages.dropRows(before, limit),
    },
    {
      name: 'logs',
      what: 'log lines of operations',
      afterMs: logsAfterMs,
      drop: (s, before, limit) => s.logs.dropOlder(before, limit),
    },
    {
      name: 'pages',
      what: 'the ledger of the pages of operations',
      afterMs: logsAfterMs,
      drop: (s, before, limit) => s.pages.dropOlder(before, limit),
    },
    {
      name: 'archivedPages',
      what: 'archived answers of providers',
      afterMs: 0,
      drop: (s, now, limit) => s.archive.dropExpired(now, limit),
    },
    { name: 'operations', what: 'ended operations', afterMs: operationsAfterMs, drop: operationsInTurn() },
    {
      name: 'rateBudgets',
      what: 'rate budgets of before 0.2 that no old replica uses',
      afterMs: UNUSED_BUDGET_MS,
      drop: (s, _before, limit) => s.formerBudgets.dropOlder(UNUSED_BUDGET_MS, limit), // uses the database's clock
    },
    {
      name: 'knownRecords',
      what: 'ids of records that are no longer known',
      afterMs: 0,
      drop: (s, _now, limit) => s.sweeps.dropForgotten(limit),
    },
    {
      name: 'counts',
      what: 'counts of records over time',
      afterMs: COUNTS_KEPT_MS,
      drop: (s, before, limit) => s.counts.purge(before, limit),
    },
    {
      name: 'inbox',
      what: 'ids of events that cannot arrive again',
      afterMs: 0,
      drop: (s, _now, limit) => s.inbox.purge(limit),
    },
  ];
}

/**
 * Each round examines the next operations (operations/operation_list_store.ts) and returns true until all were
 * examined; the round after that begins again.
 */
function operationsInTurn(): RetentionRule<Stores>['drop'] {
  let from = '';
  return async ({ operations }, before, limit) => {
    const { next, hasMore } = await operations.purge(from, before, limit);
    from = next;
    return hasMore;
  };
}
