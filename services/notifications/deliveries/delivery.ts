import type { CountStore } from '../../../lib/counts/counts.ts';
import type { Destination } from '../destinations/destination.ts';
import type { DeliveryResult } from '../destinations/destination_driver.ts';

/**
 * The delivery of one message to one destination. Its id is the message id, which is sent as webhook-id and svix-id. As
 * the primary key, the id makes the insert idempotent.
 *
 *     pending ─claim─▶ leased ─taken─▶ delivered
 *        ▲                │ ├─body deleted─▶ failed
 *        └──try again─────┘ ├─410, no attempt left─▶ held *
 *     pending ─destination disabled─▶ held
 *     pending ─destination deleted──▶ cancelled
 *
 * A delivery to a destination that is already deleted is created as undelivered. hold.ts describes the transitions from
 * held, and resends/resend.ts describes resends on request.
 */
export type DeliveryState = 'pending' | 'leased' | 'held' | FinalState;
type FinalState = 'delivered' | 'failed' | 'cancelled' | 'undelivered' | 'lost';

/**
 * The source of the body: a message that the service `reads` stores (`sourceId` is the message id), or a notification
 * of this service (`sourceId` is the event id).
 */
export type DeliverySource = 'read' | 'notification';

export type NewDelivery = {
  id: string;
  projectId: string;
  destinationId: string;
  source: DeliverySource;
  sourceId: string;
  /** `undelivered`: the destination was deleted before the delivery was created. */
  state: 'pending' | 'held' | 'undelivered';
  lastError: string | null;
  /** The order of release; see holds/hold.ts. */
  orderNumber?: number;
  /** The name for which the message is held when no destination has this name; `destinationId` is then empty. */
  destinationName?: string;
  createTime: number;
  /** The trace context of the span that created the message; absent while tracing is off. */
  traceparent?: string | null;
} & DeliverySubject;

/** The subject of the message: records of an object, or an event. `objectName` is the object's mapped name. */
export type DeliverySubject = {
  installationId?: string;
  objectName?: string;
  operationId?: string;
  eventType?: string;
};

/** A claimed delivery. `attempt`: number of attempts made; `fence`: proves that the worker still holds the row. */
export type ClaimedDelivery = {
  id: string;
  projectId: string;
  destinationId: string;
  source: DeliverySource;
  sourceId: string;
  attempt: number;
  fence: number;
  /** The read that created the message, if it is known. */
  operationId?: string | null;
  /** The last recovery that released the delivery. The recovery counts how the delivery ends. */
  recoveryId?: string | null;
  /** The trace context of the span that created the message; absent while tracing is off. */
  traceparent?: string | null;
  /** When the message was created. Unix ms. */
  createTime: number;
  /** A time shortly before the claim, by the clock of the worker. Unix ms. */
  claimTime: number;
};

/**
 * The result of an attempt and its time. `bodyDeleted`: the body was deleted, so nothing was sent. Times in Unix ms.
 */
export type AttemptOutcome = Omit<DeliveryResult, 'result'> & {
  result: DeliveryResult['result'] | 'bodyDeleted';
  startTime: number;
  endTime: number;
};

export type AttemptedDelivery = { delivery: ClaimedDelivery; outcome: AttemptOutcome };

/**
 * `isDelivered`: the message was delivered before a caller requested to send it again, so it ends as delivered
 * (resends/resend.ts).
 */
export type SettledDelivery = { projectId: string; id: string; source: DeliverySource; isDelivered?: boolean };

export type DeliveryStore = {
  /** Inserts deliveries that are due at once. Existing deliveries are not changed. */
  insert(deliveries: NewDelivery[]): Promise<void>;
  /**
   * Lists active destinations of these types that have due deliveries and no open circuit breaker. Leaves out the ids
   * in `except`. Destinations after `afterId` come first.
   */
  lanes(options: {
    types: readonly string[];
    afterId: string;
    except: string[];
    limit: number;
  }): Promise<Destination[]>;
  /** Claims due deliveries of a destination. `now`: Unix ms. */
  claim(destinationId: string, options: { limit: number; leaseMs: number; now: number }): Promise<ClaimedDelivery[]>;
  /**
   * Claims the probe of a destination whose circuit breaker is open. Returns false when another worker has claimed it.
   */
  claimProbe(destination: Destination, breakerOpenMs: number): Promise<boolean>;
  /** Puts up to `limit` deliveries with an expired lease back into the queue, and returns their number. */
  reclaim(limit: number): Promise<number>;
  /**
   * Puts all leased deliveries back into the queue, and returns their number. Does so only on SQLite, at the start of
   * the process: there the process is the only user of the database, so no other process can hold these leases.
   */
  reclaimAtStart(): Promise<number>;

  /** Returns the deliveries whose fence is still current, and locks them until the transaction ends. */
  stillClaimed(deliveries: ClaimedDelivery[]): Promise<ClaimedDelivery[]>;
  addAttempts(attempted: AttemptedDelivery[]): Promise<void>;
  /** Finishes deliveries. The caller passes only deliveries that `stillClaimed` returned. */
  finish(
    deliveries: ClaimedDelivery[],
    state: FinalState,
    change: { attempt: number; lastError: string | null; updateTime: number },
  ): Promise<void> /** Makes a claimed delivery pending again. Its next attempt is due after `delayMs`. */;
  retry(
    delivery: ClaimedDelivery,
    change: { attempt: number; delayMs: number; lastError: string | null; updateTime: number; recoveryId?: string },
  ): Promise<void>;

  /**
   * Makes up to `limit` pending deliveries of a destination due at once, and resets their attempt counts. Workers claim
   * them in the order of their creation. Returns the number of changed deliveries.
   */
  makeDue(destinationId: string, options: { limit: number; updateTime: number }): Promise<number>;
  /** Finishes up to `limit` pending deliveries of a destination and returns them. */
  close(
    destinationId: string,
    state: FinalState,
    options: { limit: number; updateTime: number },
  ): Promise<SettledDelivery[]> /** Whether a delivery of the destination is pending or leased. */;
  hasOpen(destinationId: string): Promise<boolean>;
  /** Deletes up to `limit` deliveries that were finished before `before`. Returns how many. */
  purge(before: number, limit: number): Promise<number>;
};

/** The counts of deliveries over time: delivered messages and failed attempts. */
export const DELIVERY_KINDS = ['delivered', 'failedAttempts'] as const;

export type DeliveryCountStore = CountStore<(typeof DELIVERY_KINDS)[number]>;
