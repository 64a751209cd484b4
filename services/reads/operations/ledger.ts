import type { OperationLease } from '../../../lib/work/states.ts';
import type { ClaimedOperation } from './operation.ts';

/** The columns that a commit of pages writes to the row of the operation. */
export type Checkpoint = {
  cursorJson: string | null;
  isRead: boolean;
  pageSeq: number;
  records: number;
  /** Records that the provider returned in these pages. */
  fetched: number;
  /** The skipped records of all pages so far, including these. */
  skipped: SkippedCounts;
  /** The total according to the provider; -1 when unknown. */
  estimatedTotal: number;
  /** The max lag of the provider's clock in this read. Ms. */
  lagMs: number;
  /** Why a list may be incomplete; empty while there is no reason. */
  doubt: string;
  /** Size of the responses, bytes. */
  bytes: number;
  leaseMs: number;
  now: number;
};

/** The operation as its row is after the checkpoint. */
export function afterCheckpoint(operation: ClaimedOperation, checkpoint: Checkpoint): ClaimedOperation {
  const { cursorJson, isRead, pageSeq, skipped, doubt, lagMs, estimatedTotal } = checkpoint;
  return {
    ...operation,
    ...{ cursorJson, isRead, pageSeq, skipped, doubt, lagMs },
    recordsProcessed: operation.recordsProcessed + checkpoint.records,
    recordsEstimatedTotal: estimatedTotal,
    bytesFetched: operation.bytesFetched + checkpoint.bytes,
    // A committed page is progress, so the counts since the previous page are reset.
    ...{ tries: 0, rateLimits: 0, deferrals: 0 },
  };
}

/**
 * The ledger counts the outcome of every record that a provider returned. Each page and each operation has counts that
 * always add up, so a record that is missing at a destination can be explained:
 *
 *     fetched = mapped + skipped (the sum over all reasons)
 *     mapped  = delivered + undelivered + held + pending
 *
 * The counts of a page are written in the transaction of its messages and its checkpoint. So a committed page is
 * counted, and a failed page is not. The counts of an operation are the sums over all pages that it committed. They
 * include pages read before the read had to start over, so a record fetched twice is counted twice. A message counts as
 * delivered or undelivered when its delivery is final. It is counted when its own row changes, so that repeated reports
 * count once. `held` counts messages that wait because their destination does not accept them. `pending` counts all
 * other messages: messages in delivery, and messages that wait until a caller requests them.
 */
export const skipReasons = [
  /** The provider file says that it is not a record of this object. */
  'otherKind',
  /** Outside the requested time range, for providers that cannot filter by time. */
  'outsideTime',
  /** Excluded by a field filter that Causeway applies. */
  'filteredOut',
  /** The provider does not support paging and sent the first page again. */
  'repeatedPage',
  /** The record is deleted, and this read does not ask for deleted records. */
  'deleted',
  /** Listed by a sweep, which delivers only deleted records. */
  'listed',
  /** An earlier read delivered the record unchanged. */
  'alreadyDelivered',
  /** An earlier backfill read the record; this backfill reads only the difference. */
  'outsideBackfill',
] as const;

type SkipReason = (typeof skipReasons)[number];
export type SkippedCounts = Partial<Record<SkipReason, number>>;

/** The counts of a page. `records`: the records that were not skipped. */
type PageCounts = { records: readonly unknown[]; fetched: number; skipped: SkippedCounts };

/** Reduces a page to the `kept` records and counts the others under `reason`. */
export function skipRecords<P extends PageCounts>(page: P, reason: SkipReason, kept: P['records']): P {
  const count = page.records.length - kept.length;
  return count === 0 ? page : { ...page, records: kept, skipped: addSkipped(page.skipped, { [reason]: count }) };
}

export function addSkipped(one: SkippedCounts, other: SkippedCounts): SkippedCounts {
  const sum: SkippedCounts = { ...one };
  for (const reason of skipReasons) {
    const count = (sum[reason] ?? 0) + (other[reason] ?? 0);
    if (count > 0) sum[reason] = count;
  }
  return sum;
}

export function countSkipped(skipped: SkippedCounts): number {
  return Object.values(skipped).reduce((sum, count) => sum + count, 0);
}

/** An operation's counts; null for operations older than the ledger. */
export type OperationTotals = {
  fetched: number;
  skipped: SkippedCounts;
  delivered: number;
  undelivered: number;
  held: number;
};

/** The lease of an operation, with the installation that its slot time is charged to. */
export type HeldOperation = OperationLease & { installationId: string };
