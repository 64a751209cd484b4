import type { ObjectKey } from '../object_key.ts';

/**
 * The state of an object with undelivered records. When the delivery of a message has failed for good, its records no
 * longer count as delivered. The ids of its deleted records are known again, so that the next sweep reports them. The
 * object stores the span from the oldest change in the message to now. While the object's destination is active, a read
 * of changes covers this span. Records that an active destination refused are read again once. After a further refusal,
 * the span waits for a change of the destination.
 *
 *     from set ──destination active──▶ a read is queued (operationId) ──delivered──▶ over
 *        ▲                                    └─it failed, or more became undelivered─┐
 *        └────────────────────────────────────────────────────────────────────────────┘
 *
 * Only records that the provider still has can be read again.
 */
export type UndeliveredState = {
  /** The oldest change of an undelivered record that no read covers yet, Unix ms; 0 for everything. */
  from: number | null;
  /** The read that covers the earlier span; null when there is none. */
  operationId: string | null;
  /** Time of the next step; null to wait for a change of the destination. Unix ms. */
  nextTime: number | null;
};

export type UndeliveredStore = {
  /** Lists objects whose next step is due, without a lock. */
  listDue(now: number, limit: number): Promise<ObjectKey[]>;
  /** The caller holds the object's lock. */
  find(key: ObjectKey): Promise<UndeliveredState>;
  save(key: ObjectKey, undelivered: UndeliveredState): Promise<void>;
  /**
   * Changes the number of held records of the object by `by`; returns the number before and after. The caller holds the
   * object's lock.
   */
  addHeld(key: ObjectKey, by: number): Promise<{ before: number; after: number }>;
};

export function earlierTime(one: number | null, other: number): number {
  return one === null ? other : Math.min(one, other);
}
