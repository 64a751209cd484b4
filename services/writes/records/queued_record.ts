import type { ClaimOptions } from '../../../lib/work/fair_turns.ts';
import type { LeasedOperation, OperationLease } from '../../../lib/work/states.ts';

/** One record of an asynchronous write, in the queue. */
export type QueuedRecord = LeasedOperation & {
  operationId: string;
  /** The position of the record in the request, from 0. */
  position: number;
  /**
   * Records with the same key are written in the order of their requests. The key is a hash of the connection, object
   * and id.
   */
  orderKey: string;
  /** When the record was sent, if the outcome is unknown; null otherwise. Unix ms. */
  sentTime: number | null;
  /** Consecutive failed tries, plus the current try. */
  tries: number;
  rateLimits: number;
  /** The trace context of the span that queued the record; absent while tracing is off. */
  traceparent?: string | null;
};

export type NewQueuedRecord = Pick<QueuedRecord, 'id' | 'projectId' | 'operationId' | 'position' | 'orderKey'> & {
  installationId: string;
  createTime: number;
};
export type RecordResult = { id: string; position: number; state: 'success' | 'failure'; sealedResult: string };

/** Methods that take a lease return false when the lease was lost; then nothing was written. */
export type QueuedRecordStore = {
  /** Inserts records. Each is ready, or waits behind an earlier record with the same order key. */
  insertAll(records: readonly NewQueuedRecord[]): Promise<void>;
  claim(limit: number, leaseMs: number, options?: ClaimOptions): Promise<QueuedRecord[]>;
  heartbeat(lease: OperationLease, leaseMs: number): Promise<boolean>;
  noteSent(lease: OperationLease, now: number): Promise<boolean>;
  park(
    lease: OperationLease,
    wait: { waitMs: number; isRateLimit: boolean; sentTime: number | null; now: number },
  ): Promise<boolean>;
  postpone(lease: OperationLease, wait: { waitMs: number; now: number }): Promise<boolean>;
  finish(
    record: QueuedRecord,
    end: { state: 'success' | 'failure'; sealedResult: string; now: number },
  ): Promise<boolean>;
  /** Makes the next record with the same order key ready. */
  promote(record: QueuedRecord): Promise<boolean>;
  release(record: LeasedOperation): Promise<boolean>;
  yieldSlot(record: LeasedOperation, turn: { chargeMs: number }): Promise<boolean>;
  settle(owner: Pick<LeasedOperation, 'projectId' | 'ownerId'>, ms: number): Promise<void>;
  firstInLine(limit: number): Promise<string[]>;
  repairTurns(from: number, limit: number): Promise<number>;
  /** Counts the records of a project that have not ended; stops at `max`. */
  countOpen(projectId: string, max: number): Promise<number>;
  /** Lists the results of an operation's records, in order. */
  listResults(operation: { projectId: string; id: string }): Promise<RecordResult[]>;
  /** Repairs waiting records: makes a record ready when no record with its key is active. Returns how many it found. */
  repairWaiting(limit: number): Promise<number>;
};
