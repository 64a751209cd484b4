import type { CountStore } from '../../../lib/counts/counts.ts';
import type { OperationFilter, WorkState } from '../../../lib/work/states.ts';

export type WriteType = 'create' | 'update' | 'delete';

/** `unknown`: the provider may have done a failed write. `notSent`: it was never sent. Empty: the result is known. */
export type WriteOutcome = '' | 'unknown' | 'notSent';

/** One request to write: a record, or a batch of them. Times are Unix ms. */
export type Operation = {
  id: string;
  projectId: string;
  integrationId: string;
  installationId: string;
  connectionId: string;
  configId: string;
  /** The provider's name. */
  objectName: string;
  mappedObjectName: string;
  writeType: WriteType;
  isAsync: boolean;
  /** The principal of the request. */
  createdBy: string;
  /** `running` until it ended. */
  state: WorkState;
  result: string | null;
  outcome: WriteOutcome;
  /** The id of the record in a write of one record, once it is known. */
  recordId: string | null;
  recordsTotal: number;
  recordsWritten: number;
  recordsFailed: number;
  attempts: number;
  lastAttemptTime: number | null;
  /** An asynchronous write is not tried after this time. */
  deadlineTime: number | null;
  /** `due`: it ended, and its counts and events are not written yet (report_ended.ts). */
  tellState: 'open' | 'due' | 'told';
  createTime: number;
  updateTime: number;
};

/** The request and the response: sealed, and deleted after their retention. */
export type SealedBodies = { sealedRequest: string | null; sealedResponse: string | null };

/** How many records of an asynchronous write have ended so far. */
type Tally = { written: number; failed: number; attempts: number };

export type OperationEnd = Pick<Operation, 'recordsWritten' | 'recordsFailed' | 'outcome' | 'recordId' | 'attempts'> & {
  state: 'success' | 'failure';
  result: string;
  sealedResponse: string;
  now: number;
};

export type OperationStore = {
  insert(operation: Operation & SealedBodies): Promise<void>;
  find(projectId: string, id: string): Promise<(Operation & SealedBodies) | undefined>;
  /** Finds an operation and locks it until the transaction ends. */
  lock(projectId: string, id: string): Promise<(Operation & SealedBodies) | undefined>;
  /** Newest first. */
  list(
    projectId: string,
    query: { filter: OperationFilter & { recordId?: string }; beforeId: string; limit: number },
  ): Promise<{ operations: Operation[]; nextId: string }>;
  /** False when it has ended before: then nothing was written. */
  finish(operation: Pick<Operation, 'projectId' | 'id'>, end: OperationEnd): Promise<boolean>;
  /** Call it with the operation locked. */
  count(operation: Pick<Operation, 'projectId' | 'id'>, tally: Tally & { now: number }): Promise<void>;
  noteAttempt(operation: Pick<Operation, 'projectId' | 'id'>, now: number): Promise<void>;
  /** Synchronous writes of all projects that began before `before` (of the database's clock, ms ago) and never ended. */
  listAbandoned(agoMs: number, limit: number): Promise<(Operation & SealedBodies)[]>;
  /** Ended operations whose event is not written yet, locked until the transaction ends. */
  lockUnreported(limit: number): Promise<Operation[]>;
  markReported(ids: readonly string[]): Promise<void>;
  /** Drops requests and responses of operations that ended before; returns how many. */
  dropBodies(before: number, limit: number): Promise<number>;
  /** Deletes operations that ended before, with their log lines and records; returns how many. */
  dropOlder(before: number, limit: number): Promise<number>;
};

/** Counts of records over time. */
export const RECORD_KINDS = ['written', 'failed'] as const;
export type RecordCountStore = CountStore<(typeof RECORD_KINDS)[number]>;
