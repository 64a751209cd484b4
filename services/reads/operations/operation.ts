import type { CountStore } from '../../../lib/counts/counts.ts';
import { hashedKey } from '../../../lib/ids/hashed_key.ts';
import type { Dealing } from '../../../lib/work/fair_turns.ts';
import { type NextStep, nextStep, type Tries, type WorkFailure } from '../../../lib/work/next_step.ts';
import type { Lease, OperationFilter, WorkState } from '../../../lib/work/states.ts';
import type { ObjectKey } from '../object_key.ts';
import type { ReadPlan } from '../read_plan.ts';
import type { Checkpoint, HeldOperation, Skipped, Totals } from './ledger.ts';
import type { NewOperation } from './new_operation.ts';
import type { Replay } from './replay.ts';
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
  /** A deferred backfill, and a read that waits for its destination, are `putOff`. */
  state: WorkState;
  /** Null when it does not wait. */
  waitingFor: WaitingFor | null;
  /** The requested start of the span; a scheduled read gets its `since` when it starts. */
  sinceTime: number | null;
  untilTime: number | null;
  result: string;
  recordsProcessed: number;
  /** -1 when the provider gives no total. */
  recordsEstimatedTotal: number;
  /** The number of the last committed page. */
  pageSeq: number;
  /** Null for operations older than the ledger. */
  totals: Totals | null;
  /** Why a list may be incomplete; empty for none so far. Null when unknown: before its first page, or in old rows. */
  doubt: string | null;
  attempts: number;
  lastAttemptTime: number | null;
  createTime: number;
  updateTime: number;
  /** Set on a replay: an operation that runs another one again from its archived pages. */
  replay: Replay | null;
  /** It reads undelivered records again; see undelivered.ts. */
  isReread: boolean;
};

/** Whether all requested lists were complete. Null while it runs, after a failure, and when it is unknown. */
export function isComplete({ state, doubt }: Pick<Operation, 'state' | 'doubt'>): boolean | null {
  return state === 'success' && doubt !== null ? doubt === '' : null;
}

/**
 * The operation as a worker gets it with its lease: the progress of the read, and the fence that its writes must carry.
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
  replay: Replay | null;
  /** Frozen at the first start; null before. */
  planJson: string | null;
  /** Time of the first start; null before. */
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
  /** How often the read started again at its first page, and the records read before the last restart. */
  startOvers: number;
  passedRecords: number;
  /** How much earlier `sinceTime` is because the provider's clock is behind. Ms. */
  lagAllowed: number;
  /** The max lag of the provider's clock in this read. Ms. */
  lagMs: number;
  /** Over all committed pages. */
  skipped: Skipped;
  /** Why a list may be incomplete; empty for none so far. Null when unknown: before its first page, or in old rows. */
  doubt: string | null;
  /** Starts since the last committed page, including this one. */
  tries: number;
  /** 429 responses since the last committed page. */
  rateLimits: number;
  /** The span that made it, while traces are on. */
  traceparent?: string | null;
  /** How often the backfill was deferred since the last committed page. */
  deferrals: number;
  /** It stopped between two pages without a failure, so its next start is not logged. */
  goesOn: boolean;
  /** How long it waited for its destination. */
  waitedMs: number;
};

type Active = { installationId: string; objectName: string; id?: string; replay?: Replay | null };

/**
 * The value of the unique key that allows one active operation per installation and object. A replay that delivers
 * nothing blocks no other operation and has its own key.
 */
export function activeKey({ installationId, objectName, id, replay }: Active): string {
  if (replay && !replay.delivers) return `replay/${id}`;
  return hashedKey(`${installationId}/${objectName}`);
}

/** Max number of operations that wait behind an object's active one. */
export const MAX_WAITING = 10;

export type QueuedOperation = { operation: NewOperation; state: 'ready' | 'waiting' };
export type OpenOperation = { id: string; state: string; readType: string };
type ListQuery = { filter: OperationFilter; beforeId: string; limit: number };
/** `nextId`: where the next page begins; empty on the last page. A page may have less than `limit` and a next one. */
export type OperationList = { operations: Operation[]; nextId: string };

/** `next`: where the next step starts, '' for the beginning. */
type PurgeStep = { next: string; hasMore: boolean };
export type SettledCount = { operationId: string; delivered: number; undelivered: number };

type Start = {
  planJson: string;
  configId: string;
  sinceTime: number | null;
  /** How much earlier `sinceTime` is because the provider's clock is behind. */
  lagAllowed: number;
  startTime: number;
  now: number;
};

/** Methods that take a lease return whether it was still held. If it was not, nothing was written. */
export type OperationStore = {
  /** Deletes finished operations of all projects with everything that belongs to them; see operations/operation_list_store.ts. */
  purge(from: string, before: number, limit: number): Promise<PurgeStep>;
  insert(operation: NewOperation, state: 'ready' | 'waiting'): Promise<void>;
  insertAll(operations: readonly QueuedOperation[]): Promise<void>;
  find(projectId: string, id: string): Promise<Operation | undefined>;
  /** The operation's frozen plan; undefined before its start. */
  findPlan(projectId: string, id: string): Promise<string | undefined>;
  /** Newest first. */
  list(projectId: string, query: ListQuery): Promise<OperationList>;
  /** Those of these ids that exist, newest first. */
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
   * Claims operations that may run next, each installation in its turn; see lib/work/fair_turns.ts. Counts the try. With a limit
   * of 0 it only makes due operations ready.
   */
  claim(limit: number, leaseMs: number, dealing?: Dealing): Promise<ClaimedOperation[]>;
  heartbeat(lease: Lease, leaseMs: number): Promise<boolean>;
  /** At the first start: stores what is fixed from then on. */
  begin(lease: Lease, start: Start): Promise<boolean>;
  /** Replaces the frozen plan; only its credentials may differ. */
  replan(lease: Lease, planJson: string): Promise<boolean>;
  checkpoint(lease: Lease, checkpoint: Checkpoint): Promise<boolean>;
  /** Returns to the first page. The pages read so far stay counted. */
  startOver(lease: Lease, at: { passedRecords: number; now: number }): Promise<boolean>;
  /** Moves `sinceTime` further back than at the start. */
  widen(lease: Lease, to: { sinceTime: number; lagAllowed: number; now: number }): Promise<boolean>;
  /** Parks the operation until the provider is ready again (its next page or its rate limit). Counts no try. */
  postpone(lease: Lease, wait: { waitMs: number; cause: WaitCause; now: number }): Promise<boolean>;
  park(lease: Lease, wait: { waitMs: number; isRateLimit: boolean; cause: WaitCause; now: number }): Promise<boolean>;
  /**
   * Takes the operation out of the queue until `resume`. The object's next operation is not promoted. `deferrals`: how
   * often it was deferred in a row, including this time.
   */
  defer(lease: Lease, wait: { waitMs: number; deferrals: number; cause: WaitCause; now: number }): Promise<boolean>;
  /** Deferred and waiting operations of all projects whose wait is over, longest wait first. Does not lock them. */
  listDeferred(limit: number): Promise<(ObjectKey & { id: string; isAwaiting: boolean })[]>;
  /**
   * Returns a deferred backfill to the queue, inside a transaction that holds the object's lock. Returns false when it
   * is not deferred any more. `deferrals` replaces the count that the next wait is computed from.
   */
  resume(operation: ObjectKey & { id: string }, change?: { deferrals: number }): Promise<boolean>;
  /** Takes the operation out of the queue until its destination is active again. Counts no try. `detail`: of its cause. */
  awaitDestination(
    lease: Lease,
    wait: { destinationId: string; detail: string; waitMs: number; now: number },
  ): Promise<boolean>;
  /** The operations of an object that wait for their destination. */
  listAwaiting(key: ObjectKey): Promise<{ id: string }[]>;
  /** As `resume`; the time that the operation waited does not count towards its duration. */
  resumeAwaiting(operation: ObjectKey & { id: string }, now: number): Promise<void>;
  /** Moves the end of its wait to `waitMs` from now. `cause`: what it waits for now, when that has changed. */
  deferLonger(operation: { projectId: string; id: string }, waitMs: number, cause?: WaitCause): Promise<void>;
  /** Releases a running operation, so that it can be claimed at once. */
  release(lease: HeldOperation): Promise<boolean>;
  /** Yields the slot between two pages. Counts no try. `chargeMs` as in `settle`. */
  yieldSlot(lease: HeldOperation, turn: { chargeMs: number }): Promise<boolean>;
  /** Charges the slot time beyond the quantum that the claim charged; a negative value returns the rest. */
  settle(installation: Pick<HeldOperation, 'projectId' | 'installationId'>, ms: number): Promise<void>;
  /** Installations that have ready operations, in the order of their turns. */
  firstInLine(limit: number): Promise<string[]>;
  /**
   * One bounded step of the repair that puts missing installations back in line. Returns where the next step starts, 0
   * for the beginning.
   */
  repairTurns(from: number, limit: number): Promise<number>;
  finish(lease: Lease, end: { state: 'success' | 'failure'; result: string; now: number }): Promise<boolean>;
  /** Makes the oldest waiting operation of an object ready and returns its id. */
  promote(key: ObjectKey): Promise<string | undefined>;
  /**
   * Counts the records of messages whose delivery is final, per operation. Takes no lease, because the operation may be
   * long over.
   */
  countSettled(projectId: string, counts: readonly SettledCount[]): Promise<void>;
  /** Adds to the number of held records; returns it before and after. */
  addHeld(projectId: string, id: string, by: number): Promise<{ before: number; after: number }>;
  /** Finishes all open operations of the installation, even if workers hold their leases. */
  cancelAll(projectId: string, installationId: string, end: { result: string; now: number }): Promise<Operation[]>;
};

/** How a read ended. */
export type Outcome =
  /**
   * `startTime`: provider time at the start of the read; later changes belong to the next read. `lagMs`: how far
   * that is behind our clock.
   */
  | { state: 'success'; records: number; startTime: number; lagMs?: number }
  /** `reason`: one sentence for the builder. `isRefusal`: the provider refused the credentials. */
  | { state: 'failure'; reason: string; isRefusal?: boolean };

/** Ends an operation. Returns false when the lease was lost; then another worker ends it. */
export type FinishOperation = (
  operation: ClaimedOperation,
  plan: ReadPlan | null,
  outcome: Outcome,
) => Promise<boolean>;

/** A failed read is handled like any work of lib/work, except for the failures that only a read can have. */
export type ReadFailure =
  | Exclude<WorkFailure, { kind: 'permanent' }>
  /** `isRefusal`: the provider refuses the credentials. */
  | { kind: 'permanent'; reason: string; isRefusal?: boolean }
  /** The provider's pages lead in a circle. */
  | { kind: 'circle'; reason: string };

/** A paging loop rarely disappears on a retry. */
const CIRCLE_TRIES = 3;

/** @param random 0 to 1. */
export function nextReadStep(
  failure: ReadFailure,
  tries: Tries,
  limits: { maxTries: number; random: () => number },
): NextStep {
  if (failure.kind !== 'circle') return nextStep(failure, tries, limits);
  return nextStep({ kind: 'temporary', reason: failure.reason, maxTries: CIRCLE_TRIES }, tries, limits);
}

/** Counts of records over time. A record that is delivered after it was undelivered counts in both. */
export const RECORD_KINDS = ['fetched', 'delivered', 'undelivered'] as const;

export type RecordCountStore = CountStore<(typeof RECORD_KINDS)[number]>;
