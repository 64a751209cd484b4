import type { ClaimedDelivery } from '../deliveries/delivery.ts';
import type { Destination } from '../destinations/destination.ts';

/**
 * A destination that failures disabled is tried again by itself: half-open, with its oldest held message, at growing gaps
 * (`probeGaps` of attempts/attempt_rules.ts). A success activates it, as a change of its status does.
 *
 *     disabled by failures ─due─▶ probed ─taken─▶ active, its held messages are released in order
 *              ▲                   │ │ └─410─▶ disabled, gone: no more probes
 *              └──the next gap─────┘ └─nothing held, or its body can't be fetched now─▶ later, no attempt
 *
 * The message stays held while it is sent. So a crash changes nothing: the claim, which is a lease on `next_probe_time`,
 * expires, and the same message is sent again with the same id. What a person or a 410 disabled has no such time.
 */
export type ProbeStore = {
  /** Destinations of all projects and these types whose probe is due, the longest due first. */
  listDue(types: readonly string[], limit: number): Promise<Destination[]>;
  /**
   * The destination as claimed: its `nextProbeTime` is when the claim expires, and proves the claim. Undefined when another
   * has it, or it is probed no more. One statement on the database's clock, so that one of several replicas gets it.
   */
  claim(due: ProbedDestination, leaseMs: number): Promise<Destination | undefined>;
  /** Sets the next probe `delayMs` from now. Only for a claim that is proven under the lock of the destination. */
  postpone(claimed: Destination, next: { delayMs: number; step: number }): Promise<void>;
  /** The held message of a destination that a release would release first. `now`: Unix ms. */
  oldestHeld(projectId: string, destinationId: string, now: number): Promise<HeldMessage | undefined>;
  /** Whether it is still held as it was found; locks it until the transaction ends. */
  lockHeld(held: HeldMessage): Promise<boolean>;
  /** Notes an attempt of a message that `lockHeld` locked, and ends its hold with a final state, if one is given. */
  noteAttempt(
    held: HeldMessage,
    noted: { end: 'delivered' | 'failed' | null; lastError: string | null; updateTime: number },
  ): Promise<void>;
};

/** As `listDue` returned it. */
export type ProbedDestination = Pick<Destination, 'projectId' | 'id' | 'nextProbeTime'>;

/** `holdSeq`: see holds/hold.ts. `isDelivered`: see resends/resend.ts. */
export type HeldMessage = ClaimedDelivery & { holdSeq: number; isDelivered: boolean };
