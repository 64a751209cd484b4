import type { Dealing } from './fair_turns.ts';
import type { Skipped } from './ledger.ts';
import type { ClaimedOperation, NewOperation, Operation } from './operation.ts';
import type { ObjectKey, HeldOperation, Lease } from './stores.ts';

export type QueuedOperation = { operation: NewOperation; state: 'ready' | 'waiting' };
export type OpenOperation = { id: string; state: string; readType: string };
export type ListQuery = { integrationId: string; installationId: string; beforeId: string; limit: number };
export type Checkpoint = {
  cursorJson: string | null;
  isRead: boolean;
  pageSeq: number;
  records: number;
  /** In these pages. */
  fetched: number;
  /** In all pages so far, these among them. */
  skipped: Skipped;
  /** -1 when unknown. */
  estimatedTotal: number;
  /** The most that the provider's clock was behind. */
  lagMillis: number;
  /** Of the answers. */
  bytes: number;
  leaseMillis: number;
  now: number;
};

export type SettledCount = { operationId: string; delivered: number; undelivered: number };

export type Start = {
  planJson: string;
  configId: string;
  sinceTime: number | null;
  /** By how much `sinceTime` reaches further back because the provider's clock is behind. */
  lagAllowed: number;
  startTime: number;
  now: number;
};

/** Methods with a lease answer whether it still held; when not, nothing was written. */
export type OperationStore = {
  insert(operation: NewOperation, state: 'ready' | 'waiting'): Promise<void>;
  insertAll(operations: readonly QueuedOperation[]): Promise<void>;
  find(projectId: string, id: string): Promise<Operation | undefined>;
  /** The plan it was frozen with; none before its start. */
  findPlan(projectId: string, id: string): Promise<string | undefined>;
  /** Newest first. */
  list(projectId: string, query: ListQuery): Promise<Operation[]>;
  /** All that are not finished and in the object's line, oldest first; one that delivers again is a `replay`. */
  listOpen(key: ObjectKey): Promise<OpenOperation[]>;
  /** The same of many objects. */
  listOpenOf(keys: readonly ObjectKey[]): Promise<(OpenOperation & ObjectKey)[]>;
  findBackfill(
    projectId: string,
    query: { integrationId: string; installationId: string; objectName: string },
  ): Promise<Operation | undefined>;

  /**
   * What may run next, each installation in its turn; see fair_turns.ts. Counts the try. With no slot to fill it only
   * puts in line what is due.
   */
  claim(limit: number, leaseMillis: number, dealing?: Dealing): Promise<ClaimedOperation[]>;
  heartbeat(lease: Lease, leaseMillis: number): Promise<boolean>;
  /** At the first start: what is fixed from here on. */
  begin(lease: Lease, start: Start): Promise<boolean>;
  /** The plan it was frozen with, but for whose credentials it uses. */
  replan(lease: Lease, planJson: string): Promise<boolean>;
  checkpoint(lease: Lease, checkpoint: Checkpoint): Promise<boolean>;
  /** Back to the first page; the pages that were read stay counted. */
  startOver(lease: Lease, at: { passedRecords: number; now: number }): Promise<boolean>;
  /** Reaches further back than the operation began with. */
  widen(lease: Lease, to: { sinceTime: number; lagAllowed: number; now: number }): Promise<boolean>;
  /** Puts the operation aside while the provider prepares its next page: no try was lost, and none is counted. */
  await(lease: Lease, wait: { waitMillis: number; now: number }): Promise<boolean>;
  park(lease: Lease, wait: { waitMillis: number; isRateLimit: boolean; now: number }): Promise<boolean>;
  /** Out of the line until `resume`; the object's next one is not promoted. `putOffs`: how often in a row by now. */
  putOff(lease: Lease, wait: { waitMillis: number; putOffs: number; now: number }): Promise<boolean>;
  /** Of all projects, those whose wait is over, longest first; not locked. */
  listPutOff(limit: number): Promise<(ObjectKey & { id: string })[]>;
  /**
   * Back into the line, inside a transaction that holds the object's lock. False when it is not put off any more.
   * `putOffs`: what the next wait counts from, where that is not how often it was put off.
   */
  resume(operation: ObjectKey & { id: string }, change?: { putOffs: number }): Promise<boolean>;
  /** Leaves it put off for so much longer. */
  putOffLonger(operation: { projectId: string; id: string }, waitMillis: number): Promise<void>;
  /** Gives a running operation back, to be claimed at once. */
  release(lease: HeldOperation): Promise<boolean>;
  /** Gives its slot to others between two pages: no try was lost, and none is counted. `chargeMillis` as in `settle`. */
  yieldSlot(lease: HeldOperation, turn: { chargeMillis: number }): Promise<boolean>;
  /** What a slot cost, beyond the quantum that was charged when it was given; negative gives back. */
  settle(installation: Pick<HeldOperation, 'projectId' | 'installationId'>, millis: number): Promise<void>;
  /** Installations that have something ready, in the order of their turns. */
  firstInLine(limit: number): Promise<string[]>;
  /** One bounded step of putting in line who was forgotten; answers from where the next goes on, 0 for the start. */
  mendTurns(from: number, limit: number): Promise<number>;
  finish(lease: Lease, end: { state: 'success' | 'failure'; result: string; now: number }): Promise<boolean>;
  /** Makes the oldest waiting operation of an object ready, and says which. */
  promote(key: ObjectKey): Promise<string | undefined>;
  /** Records of messages whose delivery became final, by operation; no lease, for that is when it may be long over. */
  countSettled(projectId: string, counts: readonly SettledCount[]): Promise<void>;
  /** Finishes whatever the installation has open, whoever holds it. */
  cancelAll(projectId: string, installationId: string, end: { result: string; now: number }): Promise<Operation[]>;
};
