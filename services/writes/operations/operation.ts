import type { CountStore } from '../../../lib/counts/counts.ts';
import type { OperationFilter, WorkState } from '../../../lib/work/states.ts';

export type WriteType = 'create' | 'update' | 'delete';

/**
 * `unknown`: the provider may have written the record although the write failed. `notSent`: the write was never sent.
 * Empty: the result is known.
 */
export type WriteOutcome = '' | 'unknown' | 'notSent';

/** One request to write: a record, or a batch of them. Times are Unix ms. */
export type Operation = {
  id: string;
  projectId: string;
  integrationId: string;
  installationId: string;
  connectionId: string;
  configId: string;
  /** The provider's name of the object. */
  objectName: string;
  mappedObjectName: string;
  writeType: WriteType;
  isAsync: boolean;
  /** The principal that sent the request. */
  createdBy: string;
  /** `running` until the operation has ended. */
  state: WorkState;
  result: string | null;
  outcome: WriteOutcome;
  /** The id of the record, once it is known; only for a write of one record. */
  recordId: string | null;
  recordsTotal: number;
  recordsWritten: number;
  recordsFailed: number;
  attempts: number;
  lastAttemptTime: number | null;
  /** The time after which an asynchronous write is not tried again; null for a synchronous write. */
  deadlineTime: number | null;
  /**
   * `open`: the operation has not ended. `due`: it has ended, but its counts and events are not written yet
   * (report_ended.ts). `told`: they are written.
   */
  tellState: 'open' | 'due' | 'told';
  createTime: number;
  updateTime: number;
};

/** The request and the response. They are stored sealed, and deleted after their retention. */
export type SealedBodies = { sealedRequest: string | null; sealedResponse: string | null };

/** The records of an asynchronous write that have ended so far, by result, and the tries of all its records. */
type RecordTally = { written: number; failed: number; attempts: number };

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
  /** Lists operations, newest first. */
  list(
    projectId: string,
    query: { filter: OperationFilter & { recordId?: string }; beforeId: string; limit: number },
  ): Promise<{ operations: Operation[]; nextId: string }>;
  /** Returns false when the operation had already ended; then nothing was written. */
  finish(operation: Pick<Operation, 'projectId' | 'id'>, end: OperationEnd): Promise<boolean>;
  /** Stores the tally. The caller has locked the operation. */
  count(operation: Pick<Operation, 'projectId' | 'id'>, tally: RecordTally & { now: number }): Promise<void>;
  noteAttempt(operation: Pick<Operation, 'projectId' | 'id'>, now: number): Promise<void>;
  /**
   * Lists synchronous writes of all projects that began more than `agoMs` ago by the database's clock and have not
   * ended.
   */
  listAbandoned(agoMs: number, limit: number): Promise<(Operation & SealedBodies)[]>;
  /** Whether the event of any ended operation is not written yet. */
  hasUnreported(): Promise<boolean>;
  /** Finds ended operations whose event is not written yet, and locks them until the transaction ends. */
  lockUnreported(limit: number): Promise<Operation[]>;
  markReported(ids: readonly string[]): Promise<void>;
  /** Deletes the requests and responses of operations that ended before `before`; returns how many. */
  dropBodies(before: number, limit: number): Promise<number>;
  /** Deletes operations that ended before `before`, with their log lines and records; returns how many. */
  dropOlder(before: number, limit: number): Promise<number>;
};

/** The kinds of records that are counted over time. */
export const RECORD_KINDS = ['written', 'failed'] as const;
export type RecordCountStore = CountStore<(typeof RECORD_KINDS)[number]>;
