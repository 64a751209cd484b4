import type { Message, MessageBody } from './message.ts';
import type { ClaimedOperation, NewOperation, Operation } from './operation.ts';
import type { LogEntry } from './operation_log.ts';
import type { ReadPlan } from './read_plan.ts';
import type { Schedule } from './schedule.ts';

/** What an object is called; its installation is unique by itself, the project says whose it is. */
export type ObjectKey = { projectId: string; installationId: string; objectName: string };
export type Lease = { id: string; projectId: string; fence: number };

export type DueSchedule = ObjectKey & { id: string; cron: string };

export type ScheduleStore = {
  /** Takes the object's row until the transaction ends: the lock of all that starts, ends or commits its reads. */
  lock(key: ObjectKey): Promise<Schedule | undefined>;
  list(projectId: string, installationId: string): Promise<Schedule[]>;
  /** Of all installations of an integration, those of these objects (the provider's names). */
  listOfObjects(projectId: string, integrationId: string, objectNames: readonly string[]): Promise<Schedule[]>;
  /** Nothing when the object has a row already. `watermark`: Unix ms from which changes matter. */
  insert(schedule: {
    id: string;
    plan: ReadPlan;
    cron: string;
    nextTime: number | null;
    watermark: number;
    createTime: number;
  }): Promise<void>;
  /** Takes over a newer plan; `nextTime` null leaves the next start as it is. */
  replan(
    schedule: Schedule,
    change: { plan: ReadPlan; cron: string; nextTime: number | null; updateTime: number },
  ): Promise<void>;
  setPaused(
    schedule: Schedule,
    change: { isPaused: boolean; note: string; nextTime: number | null; updateTime: number },
  ): Promise<void>;
  setCredit(schedule: Schedule, pageCredit: number): Promise<void>;
  setBackfill(schedule: Schedule, operationId: string): Promise<void>;
  /** Returns the first sequence of `count` new ones, and holds the object's lock until the transaction ends. */
  takeSequences(key: ObjectKey, count: number): Promise<number | undefined>;
  /** Never moves back. */
  advanceWatermark(key: ObjectKey, watermark: number): Promise<void>;
  /** Locks due schedules for this transaction. */
  claimDue(limit: number): Promise<DueSchedule[]>;
  setNextTime(due: DueSchedule, nextTime: number | null): Promise<void>;
  deleteAll(projectId: string, installationId: string): Promise<number>;
  /** Now by the database's clock, Unix ms. */
  now(): Promise<number>;
};

export type OpenOperation = { id: string; state: string; readType: string };
export type ListQuery = { integrationId: string; installationId: string; beforeId: string; limit: number };
export type Checkpoint = {
  cursorJson: string | null;
  isRead: boolean;
  pageSeq: number;
  records: number;
  /** -1 when unknown. */
  estimatedTotal: number;
  leaseMillis: number;
  now: number;
};

export type Start = { planJson: string; configId: string; sinceTime: number | null; startTime: number; now: number };

/** Methods with a lease answer whether it still held; when not, nothing was written. */
export type OperationStore = {
  insert(operation: NewOperation, state: 'ready' | 'waiting'): Promise<void>;
  find(projectId: string, id: string): Promise<Operation | undefined>;
  /** Newest first. */
  list(projectId: string, query: ListQuery): Promise<Operation[]>;
  /** All that are not finished, oldest first. */
  listOpen(key: ObjectKey): Promise<OpenOperation[]>;
  findBackfill(
    projectId: string,
    query: { integrationId: string; installationId: string; objectName: string },
  ): Promise<Operation | undefined>;

  /** Those whose worker died, those that waited, then new ones. Counts the try. */
  claim(limit: number, leaseMillis: number): Promise<ClaimedOperation[]>;
  heartbeat(lease: Lease, leaseMillis: number): Promise<boolean>;
  /** At the first start: what is fixed from here on. */
  begin(lease: Lease, start: Start): Promise<boolean>;
  checkpoint(lease: Lease, checkpoint: Checkpoint): Promise<boolean>;
  /** Puts the operation aside while the provider prepares its next page: no try was lost, and none is counted. */
  await(lease: Lease, wait: { waitMillis: number; now: number }): Promise<boolean>;
  park(lease: Lease, wait: { waitMillis: number; isRateLimit: boolean; now: number }): Promise<boolean>;
  /** Gives a running operation back, to be claimed at once. */
  release(lease: Lease): Promise<boolean>;
  finish(lease: Lease, end: { state: 'success' | 'failure'; result: string; now: number }): Promise<boolean>;
  /** Makes the oldest waiting operation of an object ready, and says which. */
  promote(key: ObjectKey): Promise<string | undefined>;
  /** Finishes whatever the installation has open, whoever holds it. */
  cancelAll(projectId: string, installationId: string, end: { result: string; now: number }): Promise<Operation[]>;
};

export type LogStore = {
  add(projectId: string, operationId: string, lines: readonly (LogEntry & { id: string })[]): Promise<void>;
  /** Oldest first. */
  list(projectId: string, operationId: string, limit: number): Promise<LogEntry[]>;
  /** Deletes some of the lines from before then, of all projects; how many it found. */
  dropOlder(before: number, limit: number): Promise<number>;
};

export type MessageStore = {
  /** Held messages wait to be asked for: they are neither pending nor settled, and no retention drops them. */
  add(messages: readonly Message[], how: { createTime: number; isHeld: boolean }): Promise<void>;
  /** For notifications, which knows messages of all projects by id. Without those whose bodies were dropped. */
  bodies(ids: readonly string[]): Promise<MessageBody[]>;
  /** Grants the downloads among these messages until then. */
  extendDownloads(ids: readonly string[], downloadUntil: number): Promise<void>;
  /** The result of a download that is granted at `now`. */
  findResult(messageId: string, now: number): Promise<string | undefined>;
  /** How many of these are not settled yet, by operation. */
  countPending(projectId: string, ids: readonly string[]): Promise<{ operationId: string; count: number }[]>;
  settle(projectId: string, ids: readonly string[], settleTime: number): Promise<void>;
  /** Empties bodies settled before then, at most `limit`; returns how many. */
  dropBodies(settledBefore: number, limit: number): Promise<number>;
};

export type HeldMessage = { id: string; operationId: string };

export type HeldMessageStore = {
  /** Lets the oldest of an object go, at most `limit`: they are pending from here on. */
  release(key: ObjectKey, limit: number): Promise<HeldMessage[]>;
  /** Objects of which something is held that was asked for. */
  listOwing(limit: number): Promise<ObjectKey[]>;
  /** Nobody can ask for them any more: settles them, and retention does the rest. */
  discardAll(projectId: string, installationId: string, settleTime: number): Promise<void>;
};

/** Structurally an event of lib/events, which domain does not know. */
export type OutgoingEvent = { id: string; type: string; projectId: string; time: number; payload: object };

export type Stores = {
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  messages: MessageStore;
  heldMessages: HeldMessageStore;
  outbox: { add(event: OutgoingEvent): Promise<void> };
  /** True the first time an event id is seen; in the transaction of its effect. */
  inbox: { accept(eventId: string): Promise<boolean> };
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};
