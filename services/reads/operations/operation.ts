import type { CountStore } from '../../../lib/counts/counts.ts';
import { hashedKey } from '../../../lib/ids/hashed_key.ts';
import type { ClaimOptions } from '../../../lib/work/fair_turns.ts';
import { decideRetry, type RetryDecision, type TryCounts, type WorkFailure } from '../../../lib/work/next_step.ts';
import type { OperationFilter, OperationLease, WorkState } from '../../../lib/work/states.ts';
import type { ObjectKey } from '../object_key.ts';
import type { ReadPlan } from '../read_plan.ts';
import type { Checkpoint, HeldOperation, OperationTotals, SkippedCounts } from './ledger.ts';
import type { NewOperation } from './new_operation.ts';
import type { ReplayMark } from './replay.ts';
import type { WaitCause, WaitingFor } from './waiting_for.ts';

/** `sweep` lists every id to find deleted records; see deletes/sweep.ts. */
export type ReadType = 'backfill' | 'scheduled' | 'triggered' | 'sweep';

/** One read of one object, from its request to its result. Times are Unix ms. */
export type Operation = {
  id: string;
  projectId: string;
  integrationId: string;
  installationId: string;
  configId: string;
  objectName: string;
  mappedObjectName: string;
  readType: ReadType;
  /** The state `putOff` is a deferred backfill, or a read that waits for its destination. */
  state: WorkState;
  /** Null when the operation does not wait. */
  waitingFor: WaitingFor | null;
  /** The start of the requested time range; for a scheduled read it is set when the read starts. */
  sinceTime: number | null;
  untilTime: number | null;
  result: string;
  recordsProcessed: number;
  /** -1 when the provider gives no total. */
  recordsEstimatedTotal: number;
  /** The number of the last committed page. */
  pageSeq: number;
  /** Null for operations older than the ledger. */
  totals: OperationTotals | null;
  /**
   * Why a list may be incomplete; empty while there is no reason. Null when unknown: before the first page, or in old
   * rows.
   */
  doubt: string | null;
  attempts: number;
  lastAttemptTime: number | null;
  createTime: number;
  updateTime: number;
  /** Set on a replay: an operation that repeats another operation from archived pages. */
  replay: ReplayMark | null;
  /** Whether the operation reads undelivered records again; see undelivered.ts. */
  isReread: boolean;
};

/**
 * Whether all requested lists were complete. Null while the operation runs, after a failure, and when it is unknown.
 */
export function isComplete({ state, doubt }: Pick<Operation, 'state' | 'doubt'>): boolean | null {
  return state === 'success' && doubt !== null ? doubt === '' : null;
}

/**
 * The row that a worker gets with its lease: the progress of the read, and the fence that the worker's writes must
 * carry.
 */
export type ClaimedOperation = {
  id: string;
  projectId: string;
  integrationId: string;
  installationId: string;
  objectName: string;
  mappedObjectName: string;
  readType: ReadType;
  sinceTime: number | null;
  untilTime: number | null;
  createTime: number;
  fence: number;
  replay: ReplayMark | null;
  /** The plan, frozen at the first start; null before. */
  planJson: string | null;
  /** Time of the first start, Unix ms; null before. */
  startTime: number | null;
  /** The provider's cursor for the next page; null before the first page. */
  cursorJson: string | null;
  /** Whether the last page is committed. Then the operation only has to be finished. */
  isRead: boolean;
  pageSeq: number;
  recordsProcessed: number;
  recordsEstimatedTotal: number;
  /** The bytes of all responses so far. */
  bytesFetched: number;
  /**
   * `startOvers`: how often the read started again at its first page. `passedRecords`: the records read before the last
   * restart.
   */
  startOvers: number;
  passedRecords: number;
  /** How much earlier `sinceTime` is because the provider's clock is behind. Ms. */
  lagAllowed: number;
  /** The max lag of the provider's clock in this read. Ms. */
  lagMs: number;
  /** The skipped records of all committed pages. */
  skipped: SkippedCounts;
  /**
   * Why a list may be incomplete; empty while there is no reason. Null when unknown: before the first page, or in old
   * rows.
   */
  doubt: string | null;
  /** Tries since the last committed page, the current try included. */
  tries: number;
  /** 429 responses since the last committed page. */
  rateLimits: number;
  /** The trace context of the span that queued the operation; absent while tracing is off. */
  traceparent?: string | null;
  /** How often the backfill was deferred since the last committed page. */
  deferrals: number;
  /** True when the operation stopped between two pages without a failure; then its next start is not logged. */
  isContinued: boolean;
  /** How long the operation waited for its destination. Ms. */
  waitedMs: number;
};

type ActiveOperation = { installationId: string; objectName: string; id?: string; replay?: ReplayMark | null };

/**
 * The value of the unique key that allows one active operation per installation and object. A replay that only compares
 * has its own key, so it blocks no other operation.
 */
export function activeKey({ installationId, objectName, id, replay }: ActiveOperation): string {
  if (replay && !replay.delivers) return `replay/${id}`;
  return hashedKey(`${installationId}/${objectName}`);
}

/** Max number of operations that wait behind the active operation of an object. */
export const MAX_WAITING_PER_OBJECT = 10;

export type QueuedOperation = { operation: NewOperation; state: 'ready' | 'waiting' };
export type OpenOperation = { id: string; state: string; readType: string };
type ListQuery = { filter: OperationFilter; beforeId: string; limit: number };
/**
 * `nextId`: where the next page begins; empty on the last page. A page with fewer than `limit` operations may be
 * followed by others.
 */
export type OperationList = { operations: Operation[]; nextId: string };

/** `next`: where the next step starts; empty for the beginning. */
type PurgeStep = { next: string; hasMore: boolean };
export type SettledCount = { operationId: string; delivered: number; undelivered: number };
type OperationWait = { waitMs: number; cause: WaitCause; now: number };
type OperationStart = {
  planJson: string;
  configId: string;
  sinceTime: number | null;
  /** How much earlier `sinceTime` is because the provider's clock is behind. Ms. */
  lagAllowed: number;
  startTime: number;
  now: number;
};

/** Methods that take a lease return false when the lease was lost; then nothing was written. */
export type OperationStore = {
  /** Deletes finished operations of all projects with all their rows; see operations/operation_list_store.ts. */
  purge(from: string, before: number, limit: number): Promise<PurgeStep>;
  insert(operation: NewOperation, state: 'ready' | 'waiting'): Promise<void>;
  insertAll(operations: readonly QueuedOperation[]): Promise<void>;
  find(projectId: string, id: string): Promise<Operation | undefined>;
  /** The operation's frozen plan; undefined before its start. */
  findPlan(projectId: string, id: string): Promise<string | undefined>;
  /** Lists operations, newest first. */
  list(projectId: string, query: ListQuery): Promise<OperationList>;
  /** Finds the operations with these ids, newest first; omits ids that do not exist. */
  findAll(projectId: string, ids: readonly string[]): Promise<Operation[]>;
  /** Unfinished operations in the object's queue, oldest first. A replay that delivers has the read type `replay`. */
  listOpen(key: ObjectKey): Promise<OpenOperation[]>;
  /** The open operations of many objects. */
  listOpenOf(keys: readonly ObjectKey[]): Promise<(OpenOperation & ObjectKey)[]>;
  findBackfill(
    projectId: string,
    query: { integrationId: string; installationId: string; objectName: string },
  ): Promise<Operation | undefined>;

  /**
   * Claims operations that may run next, in the order of the installations' turns; see lib/work/fair_turns.ts. Each
   * claim counts as a try. With a limit of 0 it only makes due operations ready.
   */
  claim(limit: number, leaseMs: number, options?: ClaimOptions): Promise<ClaimedOperation[]>;
  heartbeat(lease: OperationLease, leaseMs: number): Promise<boolean>;
  /** Stores the data that is fixed at the first start. */
  begin(lease: OperationLease, start: OperationStart): Promise<boolean>;
  /** Replaces the frozen plan; only its credentials may differ. */
  replan(lease: OperationLease, planJson: string): Promise<boolean>;
  checkpoint(lease: OperationLease, checkpoint: Checkpoint): Promise<boolean>;
  /** Resets the operation to its first page. The counts of the pages read so far are kept. */
  startOver(lease: OperationLease, at: { passedRecords: number; now: number }): Promise<boolean>;
  /** Moves `sinceTime` further back than at the start. */
  widen(lease: OperationLease, to: { sinceTime: number; lagAllowed: number; now: number }): Promise<boolean>;
  /** Parks the operation until the provider is ready (its next page or its rate limit). Does not count as a try. */
  postpone(lease: OperationLease, wait: OperationWait): Promise<boolean>;
  park(lease: OperationLease, wait: OperationWait & { isRateLimit: boolean }): Promise<boolean>;
  /**
   * Takes the operation out of the queue until `resume`. Does not promote the object's next operation; the caller does.
   * `deferrals`: how often it was deferred in a row, including this time.
   */
  defer(lease: OperationLease, wait: OperationWait & { deferrals: number }): Promise<boolean>;
  /**
   * Lists the deferred and waiting operations of all projects whose wait is over, longest wait first. Does not lock
   * them.
   */
  listDeferred(limit: number): Promise<(ObjectKey & { id: string; isAwaiting: boolean })[]>;
  /**
   * Returns a deferred backfill to the queue, inside a transaction that holds the object's lock. Returns false when it
   * is not deferred any more. `deferrals`: replaces the count from which the next wait is computed.
   */
  resume(operation: ObjectKey & { id: string }, change?: { deferrals: number }): Promise<boolean>;
  /**
   * Takes the operation out of the queue until its destination is active again. Does not count as a try. `detail`: why
   * the operation waits, one sentence for the builder.
   */
  awaitDestination(
    lease: OperationLease,
    wait: { destinationId: string; detail: string; waitMs: number; now: number },
  ): Promise<boolean>;
  /** The operations of an object that wait for their destination. */
  listAwaiting(key: ObjectKey): Promise<{ id: string }[]>;
  /** Like `resume`, but the waiting time does not count towards the operation's duration. */
  resumeAwaiting(operation: ObjectKey & { id: string }, now: number): Promise<void>;
  /** Extends the operation's wait to `waitMs` from now. `cause`: the new cause of the wait, if it has changed. */
  deferLonger(operation: { projectId: string; id: string }, waitMs: number, cause?: WaitCause): Promise<void>;
  /** Releases a running operation, so that it can be claimed at once. */
  release(lease: HeldOperation): Promise<boolean>;
  /** Yields the slot between two pages. Does not count as a try. `chargeMs`: see `settle`. */
  yieldSlot(lease: HeldOperation, turn: { chargeMs: number }): Promise<boolean>;
  /** Charges the slot time beyond the time slice that the claim charged; a negative value returns the rest. */
  settle(installation: Pick<HeldOperation, 'projectId' | 'installationId'>, ms: number): Promise<void>;
  /** The installations that have ready operations, in the order of their turns. */
  firstInLine(limit: number): Promise<string[]>;
  /**
   * Runs one bounded step of the repair that adds the missing turns of installations with ready operations. Returns
   * where the next step starts; 0 for the beginning.
   */
  repairTurns(from: number, limit: number): Promise<number>;
  finish(lease: OperationLease, end: { state: 'success' | 'failure'; result: string; now: number }): Promise<boolean>;
  /** Makes the oldest waiting operation of an object ready and returns its id. */
  promote(key: ObjectKey): Promise<string | undefined>;
  /**
   * Counts the records of messages whose delivery is final, per operation. Takes no lease, because the operation may
   * already have ended.
   */
  countSettled(projectId: string, counts: readonly SettledCount[]): Promise<void>;
  /** Adds `by` to the number of held records; returns the number before and after. */
  addHeld(projectId: string, id: string, by: number): Promise<{ before: number; after: number }>;
  /** Finishes all open operations of the installation, even if workers hold their leases. */
  cancelAll(projectId: string, installationId: string, end: { result: string; now: number }): Promise<Operation[]>;
};

/** How a read ended. */
export type ReadOutcome =
  /**
   * `startTime`: provider time at the start of the read; later changes belong to the next read. `lagMs`: how far the
   * provider's clock is behind ours.
   */
  | { state: 'success'; records: number; startTime: number; lagMs?: number }
  /** `reason`: one sentence for the builder. `isRefusal`: the provider refused the credentials. */
  | { state: 'failure'; reason: string; isRefusal?: boolean };

/** Ends an operation. Returns false when the lease was lost; then another worker ends it. */
export type FinishOperation = (
  operation: ClaimedOperation,
  plan: ReadPlan | null,
  outcome: ReadOutcome,
) => Promise<boolean>;

/** The failures of any work (lib/work), and the failures that only a read can have. */
export type ReadFailure =
  | Exclude<WorkFailure, { kind: 'permanent' }>
  /** `isRefusal`: the provider refuses the credentials. */
  | { kind: 'permanent'; reason: string; isRefusal?: boolean }
  /** The provider's pages form a loop. */
  | { kind: 'circle'; reason: string };

/** Max tries after a paging loop. Other failures get more, because a loop rarely disappears on a retry. */
const CIRCLE_TRIES = 3;

/** @param limits `random` returns a number from 0 to 1, for the jitter of the wait. */
export function nextReadStep(
  failure: ReadFailure,
  tries: TryCounts,
  limits: { maxTries: number; random: () => number },
): RetryDecision {
  if (failure.kind !== 'circle') return decideRetry(failure, tries, limits);
  return decideRetry({ kind: 'temporary', reason: failure.reason, maxTries: CIRCLE_TRIES }, tries, limits);
}

/**
 * The kinds of records that are counted over time. A record that is delivered after it was undelivered counts as both.
 */
export const RECORD_KINDS = ['fetched', 'delivered', 'undelivered'] as const;

export type RecordCountStore = CountStore<(typeof RECORD_KINDS)[number]>;
