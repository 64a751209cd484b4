import type { Destination } from './destination.ts';

/**
 * One message on its way to one destination. Its id is the message's id: webhook-id, svix-id, and the key that makes
 * inserting it twice harmless.
 *
 *     pending ─claim─▶ leased ─2xx─▶ delivered
 *        ▲                │ ├─410, no attempt left─▶ failed
 *        └──try again─────┘ └ destination disabled ─▶ failed, deleted ─▶ cancelled (from pending)
 */
export type DeliveryState = 'pending' | 'leased' | 'delivered' | 'failed' | 'cancelled';
export type FinalState = 'delivered' | 'failed' | 'cancelled';

/** Whose body it carries: a message that reads keeps (`sourceId` is the message), or a notification of ours (the event). */
export type DeliverySource = 'read' | 'notification';

export type NewDelivery = {
  id: string;
  projectId: string;
  destinationId: string;
  source: DeliverySource;
  sourceId: string;
  state: 'pending' | 'failed';
  lastError: string | null;
  createTime: number;
};

/** A delivery as its worker holds it. `attempt` counts those that were made; `fence` says whose the row is. */
export type HeldDelivery = {
  id: string;
  projectId: string;
  destinationId: string;
  source: DeliverySource;
  sourceId: string;
  attempt: number;
  fence: number;
};

/** How an attempt went. `status` is 0 when no answer came, and then `error` says why; Unix ms. */
export type Outcome = {
  status: number;
  error: string | null;
  retryAfterMs: number;
  startTime: number;
  endTime: number;
};

export type Attempted = { delivery: HeldDelivery; outcome: Outcome };

export type Settled = { projectId: string; id: string; source: DeliverySource };

export type DeliveryStore = {
  /** Due at once. One that is there already stays as it is. */
  insert(deliveries: NewDelivery[]): Promise<void>;
  /** Active, not spared, with something due: those after `afterId` first, without those named. */
  lanes(options: { afterId: string; except: string[]; limit: number }): Promise<Destination[]>;
  claim(destinationId: string, options: { limit: number; leaseMs: number }): Promise<HeldDelivery[]>;
  /** Takes the one chance to try a destination that is being spared; false when another worker has it. */
  claimProbe(destination: Destination, spareMs: number): Promise<boolean>;
  /** Puts back what a worker held too long; returns how many. */
  reclaim(limit: number): Promise<number>;
  /** At the start: where a database belongs to one process alone, whoever held anything is dead. Returns how many. */
  reclaimAtStart(): Promise<number>;

  /** Those that are still held under the fence they were claimed with, locked until the transaction ends. */
  stillHeld(deliveries: HeldDelivery[]): Promise<HeldDelivery[]>;
  addAttempts(attempted: Attempted[]): Promise<void>;
  /** Call for what `stillHeld` returned. */
  finish(
    deliveries: HeldDelivery[],
    state: FinalState,
    change: { attempt: number; lastError: string | null; updateTime: number },
  ): Promise<void>;
  retry(
    delivery: HeldDelivery,
    change: { attempt: number; delayMs: number; lastError: string | null; updateTime: number },
  ): Promise<void>;

  /** Finishes up to `limit` waiting deliveries of a destination; returns them. */
  close(destinationId: string, state: FinalState, options: { limit: number; updateTime: number }): Promise<Settled[]>;
  hasOpen(destinationId: string): Promise<boolean>;
  /** Deletes up to `limit` that were final before `before`; returns how many. */
  purge(before: number, limit: number): Promise<number>;
};

/** A destination whose waiting deliveries are to be finished. */
export type Closing = { destinationId: string; projectId: string; finalState: FinalState };

export type ClosingStore = {
  /** The later word counts: a disabled destination may be deleted before all is closed. */
  put(closing: Closing & { createTime: number }): Promise<void>;
  list(limit: number): Promise<Closing[]>;
  /** Still there, and nobody else works on it until this transaction ends. */
  lock(destinationId: string): Promise<Closing | undefined>;
  remove(destinationId: string): Promise<void>;
};
