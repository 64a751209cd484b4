/**
 * A message that its destination does not accept is not lost, but held: its body is kept, and no attempt is made.
 *
 *     pending ─destination disabled or missing─▶ held ─destination active again─▶ pending, with its attempt count reset
 *     leased ──410, or the last attempt failed──▶ held ─retention ended─▶ undelivered (a notification: lost)
 *
 * A message whose attempts were used up while its destination was active (`isRefused`) is released only by a change of
 * the destination. `orderNumber` is the order of release. For a message with records it is the sequence, which counts
 * per installation and object; for a notification it is the time.
 *
 * `holdSeq` counts how often a delivery was held and released; it is odd while the delivery is held. The service
 * `reads` uses this number to ignore events that arrive late.
 */
import type { ClaimedDelivery, DeliverySource, SettledDelivery } from '../deliveries/delivery.ts';
import type { ReleaseProgress } from '../destinations/destination.ts';

export type HeldDelivery = {
  id: string;
  projectId: string;
  destinationId: string;
  source: DeliverySource;
  isRefused: boolean;
  holdSeq: number;
  /** True for a resend of a message that was already delivered (`SettledDelivery` in deliveries/delivery.ts). */
  isDelivered?: boolean;
};

export type HoldStore = {
  /** Holds up to `limit` pending deliveries of a destination and returns them. */
  holdPending(destinationId: string, options: { limit: number; updateTime: number }): Promise<HeldDelivery[]>;
  /** Holds leased deliveries. Only for deliveries that `stillClaimed` returned. */
  holdLeased(
    deliveries: ClaimedDelivery[],
    change: { attempt: number; lastError: string | null; isRefused: boolean; updateTime: number },
  ): Promise<HeldDelivery[]>;
  /** Makes up to `limit` held deliveries pending, lowest `orderNumber` first, and resets their attempt counts. */
  release(
    release: ReleaseProgress,
    options: { name: string; limit: number; updateTime: number },
  ): Promise<HeldDelivery[]>;
  /**
   * Ends up to `limit` held deliveries of a deleted destination. With an empty id: the held deliveries for names that
   * no destination has.
   */
  cancel(destinationId: string, options: { limit: number; updateTime: number }): Promise<SettledDelivery[]>;
  /** Whether a held delivery was created before `before`. */
  hasExpired(before: number): Promise<boolean>;
  /**
   * Ends up to `limit` held deliveries that were created before `before`, oldest first. Deliveries with `isDelivered`
   * end as delivered.
   */
  expire(before: number, options: { limit: number; updateTime: number }): Promise<HeldDelivery[]>;
};

const MIN_DEFAULT_MS = 14 * 24 * 3_600_000;

type RetentionSettings = { undeliveredRetention: number; attemptGaps: readonly number[]; disableAfter: number };

/**
 * How long an undelivered message is kept, ms. 0 means the default: 14 days or the horizon, whichever is longer. The
 * horizon is the time of all attempts plus the time after which a failing destination is disabled. Throws when the
 * setting is shorter than the horizon, because messages would then expire while they are still attempted.
 */
export function undeliveredRetentionMsOf({
  undeliveredRetention: set,
  attemptGaps,
  disableAfter,
}: RetentionSettings): number {
  const horizon = attemptGaps.reduce((sum, gap) => sum + gap, 0) + disableAfter;
  if (set === 0) return Math.max(MIN_DEFAULT_MS, horizon);
  if (set >= horizon) return set;
  throw new Error(
    `CAUSEWAY_UNDELIVERED_RETENTION_MS is ${set}, but must be ${horizon} at least: the sum of ` +
      'CAUSEWAY_NOTIFICATIONS_ATTEMPT_GAPS_MS and CAUSEWAY_NOTIFICATIONS_DISABLE_AFTER_MS.',
  );
}
