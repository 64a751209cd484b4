import type { Keyset } from '../../../lib/db/keyset.ts';
import type { Held } from '../holds/hold.ts';

/**
 * A recovery sends again what a destination did not get: everything that was created in a span of time and is held,
 * failed, undelivered, or waits for another attempt. Each message keeps its id and bytes, and its attempt count is reset.
 *
 *     running ──nothing is left in the span──▶ finished
 *        └─────cancelled by a request, or its destination was disabled or deleted──▶ cancelled
 *
 * A loop works it off in batches. Each batch stores the position in its transaction: the last delivery that it looked
 * at, by time of creation and id. So nothing is looked at twice, not even a delivery that fails again meanwhile.
 * A delivery keeps the id of the recovery that released it last, which counts what becomes of it.
 *
 * A delivery that is being sent is passed over. If that attempt fails, its end releases the delivery in the name of the
 * recovery (attempts/record_attempts.ts), so that the recovery leaves nothing behind.
 */
export type RecoveryState = 'running' | 'finished' | 'cancelled';

/** Messages. `found` is `released` and `withoutBody` together. */
export type RecoveryCounts = {
  found: number;
  /** Number of deliveries that were made due. `delivered` of them have arrived. */
  released: number;
  delivered: number;
  /** Nothing was there to send: they had been lost or cancelled, or their body was deleted before the recovery reached them. */
  withoutBody: number;
};

/** Times in Unix ms. The span is from `since`, and before `until`. */
export type Recovery = RecoveryCounts & {
  id: string;
  projectId: string;
  destinationId: string;
  state: RecoveryState;
  since: number;
  until: number;
  createTime: number;
  /** Null while it is running. */
  endTime: number | null;
};

/** `lookedAt`: how many deliveries the batch took from the span; fewer than its limit when nothing is left. */
export type RecoveredBatch = {
  lookedAt: number;
  released: number;
  withoutBody: number;
  /** Those that were held, for the event about it. */
  held: Held[];
};

export type RecoveryStore = {
  insert(recovery: Recovery): Promise<void>;
  find(projectId: string, destinationId: string, id: string): Promise<Recovery | undefined>;
  findRunning(projectId: string, destinationId: string): Promise<Recovery | undefined>;
  /** The last one of the destination that was started. */
  findNewest(projectId: string, destinationId: string): Promise<Recovery | undefined>;
  /** Lists the recoveries of one destination, newest first. */
  list(projectId: string, destinationId: string, keyset: Keyset): Promise<Recovery[]>;
  /** Up to `limit` running ones of all projects. */
  listRunning(limit: number): Promise<Recovery[]>;
  /**
   * Makes those of the next `limit` deliveries of the span due that must be sent again, counts them, and stores the
   * position after them. The caller holds the lock of the destination, and calls it for a running recovery.
   */
  recoverNext(recovery: Recovery, options: { limit: number; updateTime: number }): Promise<RecoveredBatch>;
  end(id: string, state: Exclude<RecoveryState, 'running'>, endTime: number): Promise<void>;
  /**
   * Counts what became of released deliveries, and `released` more that were being sent when it passed over them. Does
   * nothing for a recovery that does not exist.
   */
  count(id: string, results: { delivered: number; withoutBody: number; released: number }): Promise<void>;
  /** Deletes up to `limit` that ended before `before`. Returns how many. */
  purge(before: number, limit: number): Promise<number>;
};
