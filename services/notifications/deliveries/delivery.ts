import type { CountStore } from '../../../lib/counts/counts.ts';
import type { Destination } from '../destinations/destination.ts';
import type { DeliveryResult } from '../destinations/destination_driver.ts';

/**
 * The delivery of one message to one destination. Its id is the message id: it is sent as webhook-id and svix-id, and
 * as primary key it makes the insert idempotent.
 *
 *     pending ─claim─▶ leased ─taken─▶ delivered
 *        ▲                │ ├─body deleted─▶ failed
 *        └──try again─────┘ ├─410, no attempt left─▶ held
 *                           └ destination disabled ─▶ held, deleted ─▶ cancelled (from pending)
 *
 * A message for a destination that is deleted already is undelivered from the start.
 * See hold.ts for what follows from held, and resends/resend.ts for what is sent again on request.
 */
export type DeliveryState = 'pending' | 'leased' | 'held' | FinalState;
type FinalState = 'delivered' | 'failed' | 'cancelled' | 'undelivered' | 'lost';

/** The source of the body: a message stored by reads (`sourceId` is its id), or our own notification (the event id). */
export type DeliverySource = 'read' | 'notification';

export type NewDelivery = {
  id: string;
  projectId: string;
  destinationId: string;
  source: DeliverySource;
  sourceId: string;
  /** `undelivered`: its destination was deleted before the delivery was made. */
  state: 'pending' | 'held' | 'undelivered';
  lastError: string | null;
  /** See hold.ts. */
  orderNumber?: number;
  /** The name that belongs to no destination; `destinationId` is then empty. */
  destinationName?: string;
  createTime: number;
  /** The span in which the message was made, while traces are on. */
  traceparent?: string | null;
} & DeliverySubject;

/** The subject of the message: records of an object, or an event. `objectName` is the mapped name. */
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
  /** The read that made the message, if it is known. */
  operationId?: string | null;
  /** The recovery that released it last, and counts what becomes of it. */
  recoveryId?: string | null;
  /** The span in which the message was made, while traces are on. */
  traceparent?: string | null;
  /** When the message was made. Unix ms. */
  createTime: number;
  /** When it was claimed, or a moment earlier, by the clock of the worker. Unix ms. */
  claimTime: number;
};

/**
 * The result of an attempt and its time. `bodyDeleted`: the body was deleted, so nothing was sent. Times in Unix ms.
 */
export type Outcome = Omit<DeliveryResult, 'result'> & {
  result: DeliveryResult['result'] | 'bodyDeleted';
  startTime: number;
  endTime: number;
};

export type Attempted = { delivery: ClaimedDelivery; outcome: Outcome };

/** `isDelivered`: it had been delivered before it was sent again, so it ends as delivered (resends/resend.ts). */
export type Settled = { projectId: string; id: string; source: DeliverySource; isDelivered?: boolean };

export type DeliveryStore = {
  /** Inserts deliveries that are due at once. Existing ones are unchanged. */
  insert(deliveries: NewDelivery[]): Promise<void>;
  /**
   * Active destinations of these types with due deliveries and a closed breaker, except those named; those after
   * `afterId` first.
   */
  lanes(options: {
    types: readonly string[];
    afterId: string;
    except: string[];
    limit: number;
  }): Promise<Destination[]>;
  /** `now`: Unix ms. */
  claim(destinationId: string, options: { limit: number; leaseMs: number; now: number }): Promise<ClaimedDelivery[]>;
  /** Claims the single probe of a destination whose breaker is open; false when another worker has it. */
  claimProbe(destination: Destination, spareMs: number): Promise<boolean>;
  /** Returns deliveries with an expired lease to the queue. Returns how many. */
  reclaim(limit: number): Promise<number>;
  /** At start-up of a process that owns its database alone: every lease is of a dead process. Returns how many. */
  reclaimAtStart(): Promise<number>;

  /** The deliveries whose fence is still current, locked until the transaction ends. */
  stillClaimed(deliveries: ClaimedDelivery[]): Promise<ClaimedDelivery[]>;
  addAttempts(attempted: Attempted[]): Promise<void>;
  /** Only for deliveries that `stillClaimed` returned. */
  finish(
    deliveries: ClaimedDelivery[],
    state: FinalState,
    change: { attempt: number; lastError: string | null; updateTime: number },
  ): Promise<void>;
  retry(
    delivery: ClaimedDelivery,
    change: { attempt: number; delayMs: number; lastError: string | null; updateTime: number; recoveryId?: string },
  ): Promise<void>;

  /**
   * Makes up to `limit` pending deliveries of a destination due that wait for a later attempt, each with its attempt
   * count reset. They are claimed in the order of their creation. Returns how many.
   */
  makeDue(destinationId: string, options: { limit: number; updateTime: number }): Promise<number>;
  /** Finishes up to `limit` pending deliveries of a destination and returns them. */
  close(destinationId: string, state: FinalState, options: { limit: number; updateTime: number }): Promise<Settled[]>;
  hasOpen(destinationId: string): Promise<boolean>;
  /** Deletes up to `limit` deliveries that were finished before `before`. Returns how many. */
  purge(before: number, limit: number): Promise<number>;
};

/** Counts of deliveries over time: messages that arrived, and attempts that failed. */
export const DELIVERY_KINDS = ['delivered', 'failedAttempts'] as const;

export type DeliveryCountStore = CountStore<(typeof DELIVERY_KINDS)[number]>;
