import type { Skipped } from './ledger.ts';
import type { ClaimedOperation } from './operation.ts';

/** What a commit of pages writes to the row of their operation. */
export type Checkpoint = {
  cursorJson: string | null;
  isRead: boolean;
  pageSeq: number;
  records: number;
  /** In these pages. */
  fetched: number;
  /** In all pages so far, including these. */
  skipped: Skipped;
  /** -1 when unknown. */
  estimatedTotal: number;
  /** The max lag of the provider's clock. */
  lagMs: number;
  /** Why a list may be incomplete; empty for none so far. */
  doubt: string;
  /** Size of the responses. */
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
    // A page is progress: the counts since the last one begin again.
    ...{ tries: 0, rateLimits: 0, deferrals: 0 },
  };
}
