/**
 * A recovery sends messages again that a destination did not accept: all messages that were created in a time range and
 * are held, failed, undelivered, or waiting for another attempt. Each message keeps its id and bytes, and its attempt
 * count is reset.
 *
 *     running ──nothing is left in the span──▶ finished
 *        └─────cancelled by a request, or its destination was disabled or deleted──▶ cancelled
 *
 * A loop processes the recovery in batches. Each batch stores its position in its transaction: the creation time and id
 * of the last delivery that it examined. So no delivery is examined twice, even if it fails again meanwhile. A delivery
 * keeps the id of the recovery that released it last; this recovery counts how the delivery ends.
 *
 * A recovery skips a delivery that is being sent. If the running attempt fails, the recording of its result releases
 * the delivery for the recovery (attempts/record_attempts.ts), so that the recovery misses no message.
 */
import type { Keyset } from '../../../lib/db/keyset.ts';
import type { HeldDelivery } from '../holds/hold.ts';

export type RecoveryState = 'running' | 'finished' | 'cancelled';

/** Numbers of messages. `found` is the sum of `released` and `withoutBody`. */
export type RecoveryCounts = {
  found: number;
  /** Deliveries that the recovery made due. `delivered`: how many of these were delivered since. */
  released: number;
  delivered: number;
  /**
   * Messages without a body to send: they were lost or cancelled, or their body was deleted before the recovery reached
   * them.
   */
  withoutBody: number;
};

/** Times in Unix ms. The recovery covers messages that were created at `since` or later, and before `until`. */
export type Recovery = RecoveryCounts & {
  id: string;
  projectId: string;
  destinationId: string;
  state: RecoveryState;
  since: number;
  until: number;
  createTime: number;
  /** Null while the recovery is running. */
  endTime: number | null;
};

/** `lookedAt`: how many deliveries of the time range the batch examined; fewer than its limit when nothing is left. */
export type RecoveredBatch = {
  lookedAt: number;
  released: number;
  withoutBody: number;
  /** The released deliveries that were held, for the event that reports them. */
  held: HeldDelivery[];
};

export type RecoveryStore = {
  insert(recovery: Recovery): Promise<void>;
  find(projectId: string, destinationId: string, id: string): Promise<Recovery | undefined>;
  findRunning(projectId: string, destinationId: string): Promise<Recovery | undefined>;
  /** The destination's newest recovery. */
  findNewest(projectId: string, destinationId: string): Promise<Recovery | undefined>;
  /** Lists the recoveries of one destination, newest first. */
  list(projectId: string, destinationId: string, keyset: Keyset): Promise<Recovery[]>;
  /** Lists up to `limit` running recoveries of all projects. */
  listRunning(limit: number): Promise<Recovery[]>;
  /**
   * Examines the next `limit` deliveries of the time range, makes the deliveries due that must be sent again, counts
   * them, and stores the new position. The caller holds the lock of the destination, and the recovery is running.
   */
  recoverNext(recovery: Recovery, options: { limit: number; updateTime: number }): Promise<RecoveredBatch>;
  end(id: string, state: Exclude<RecoveryState, 'running'>, endTime: number): Promise<void>;
  /**
   * Counts how released deliveries ended, and adds `released` for deliveries that were being sent when the recovery
   * skipped them. Does nothing for a recovery that does not exist.
   */
  count(id: string, results: { delivered: number; withoutBody: number; released: number }): Promise<void>;
  /** Deletes up to `limit` recoveries that ended before `before`. Returns how many. */
  purge(before: number, limit: number): Promise<number>;
};
