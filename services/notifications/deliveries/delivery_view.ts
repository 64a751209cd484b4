import type { DeliverySource, DeliveryState, DeliverySubject } from './delivery.ts';

/** The state that the API shows. A row that a worker has leased is shown as pending. */
export const shownStateOf: Record<DeliveryState, string> = {
  pending: 'pending',
  leased: 'pending',
  held: 'held',
  delivered: 'delivered',
  failed: 'failed',
  cancelled: 'cancelled',
  undelivered: 'undelivered',
  lost: 'lost',
};

/**
 * Returns the stored states that the API shows as `shown`: all states for an empty text, no state for an unknown text.
 */
export function statesOf(shown: string): DeliveryState[] {
  const states = Object.keys(shownStateOf) as DeliveryState[];
  return shown === '' ? states : states.filter((state) => shownStateOf[state] === shown);
}

export function shownStates(): string[] {
  return [...new Set(Object.values(shownStateOf))];
}

/** A delivery as a builder sees it. Times in Unix ms. */
export type DeliveryView = DeliverySubject & {
  id: string;
  projectId: string;
  destinationId: string;
  source: DeliverySource;
  state: DeliveryState;
  attemptCount: number;
  lastError: string | null;
  nextTime: number | null;
  createTime: number;
  updateTime: number;
};

export type AttemptView = {
  attempt: number;
  startTime: number;
  endTime: number;
  status: number;
  error: string | null;
  answer: string | null;
};

/**
 * The position in a list that is ordered by creation time and id. The order needs the time, because the ids of messages
 * about events are hashes.
 */
export type DeliveryPosition = { createTime: number; id: string };

export type DeliveryFilter = {
  states: readonly DeliveryState[];
  /** Only deliveries of any of these installations. */
  installationIds?: readonly string[];
  objectName?: string;
  operationId?: string;
  /** Created at `since` or later and before `until`. Unix ms. */
  since?: number;
  until?: number;
};

type DeliveryList = { deliveries: DeliveryView[]; next: DeliveryPosition | null };

export type DeliveryViewStore = {
  /**
   * Lists deliveries to these destinations, newest first. A result may have fewer than `limit` deliveries although more
   * follow; only `next` tells whether the list has ended.
   */
  list(
    projectId: string,
    destinationIds: readonly string[],
    query: { filter: DeliveryFilter; after: DeliveryPosition | null; limit: number },
  ): Promise<DeliveryList>;
  find(projectId: string, id: string): Promise<DeliveryView | undefined>;
  /** Lists the attempts in order. Call it for a delivery that `find` returned. */
  attempts(projectId: string, id: string): Promise<AttemptView[]>;
};

/** The messages that a destination has not received yet. */
export type Backlog = {
  destinationId: string;
  /** Messages that are due or wait for their next attempt. */
  waiting: number;
  /** Messages that wait until the destination is active again. */
  held: number;
  /** True when a count stopped at `limit`, so that the real count is larger. */
  isMore: boolean;
  /** When the oldest of these messages was created, Unix ms; null when there are none. */
  oldestTime: number | null;
};

export type BacklogStore = {
  /** Lists the backlogs of these destinations; omits destinations without a backlog. Each count stops at `limit`. */
  list(projectId: string, destinationIds: readonly string[], limit: number): Promise<Backlog[]>;
};
