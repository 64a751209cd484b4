/**
 * Causeway probes a destination that failures disabled. As with a half-open circuit breaker, it sends the oldest held
 * message, at growing intervals (`probeGaps` in attempts/attempt_rules.ts). A success activates the destination, like a
 * request that sets its status to active.
 *
 *     disabled by failures ─due─▶ probed ─taken─▶ active, its held messages are released in order
 *              ▲                   │ │ └─410─▶ disabled, gone: no more probes
 *              └──the next gap─────┘ └─nothing held, or its body can't be fetched now─▶ later, no attempt
 *
 * The message stays held while it is sent. So a crash changes nothing: the claim, which is a lease on
 * `next_probe_time`, expires, and the same message is sent again with the same id. A destination that a person or a 410
 * disabled has no `next_probe_time`.
 */
import type { ClaimedDelivery } from '../deliveries/delivery.ts';
import type { Destination } from '../destinations/destination.ts';

export type ProbeStore = {
  /** Lists destinations of these types in all projects whose probe is due, the longest overdue first. */
  listDue(types: readonly string[], limit: number): Promise<Destination[]>;
  /**
   * Claims a probe. Returns the destination with a new `nextProbeTime`. It is the time when the claim expires, and it
   * identifies the claim. Returns undefined when another process has the claim, or the destination is not probed any
   * more. Uses one statement and the database's clock, so that only one of several replicas gets the claim.
   */
  claim(due: DueProbe, leaseMs: number): Promise<Destination | undefined>;
  /** Sets the next probe to `delayMs` from now. The caller holds the destination's lock and has verified its claim. */
  postpone(claimed: Destination, next: { delayMs: number; step: number }): Promise<void>;
  /** Finds the held message that a release of the destination would release first. `now`: Unix ms. */
  oldestHeld(projectId: string, destinationId: string, now: number): Promise<HeldMessage | undefined>;
  /** Locks a held message until the transaction ends. Returns false when its hold has changed since it was found. */
  lockHeld(held: HeldMessage): Promise<boolean>;
  /** Records an attempt of a message that `lockHeld` locked. If `end` is given, ends the hold with this state. */
  noteAttempt(
    held: HeldMessage,
    noted: { end: 'delivered' | 'failed' | null; lastError: string | null; updateTime: number },
  ): Promise<void>;
};

/** The fields of a destination that identify a due probe, as `listDue` returned them. */
export type DueProbe = Pick<Destination, 'projectId' | 'id' | 'nextProbeTime'>;

/** `holdSeq`: see holds/hold.ts. `isDelivered`: see resends/resend.ts. */
export type HeldMessage = ClaimedDelivery & { holdSeq: number; isDelivered: boolean };
