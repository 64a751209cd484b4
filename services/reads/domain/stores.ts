import type { KeptRange, PageToKeep, StoredPage } from './kept_page.ts';
import type { Note } from './boundary.ts';
import type { Message, MessageBody } from './message.ts';
import type { PageEntry, PageSum } from './ledger.ts';
import type { Difference } from './difference.ts';
import type { Replay, ReplayConfig, ReplayResult } from './replay.ts';
import type { RateBudgetStore } from './rate_budget_store.ts';
import type { NumberedLine } from './operation_log.ts';
import type { Missed, Sweep } from './sweep.ts';
import type { ScheduleStore } from './schedule_store.ts';
import type { OperationStore } from './operation_store.ts';

/** What an object is called; its installation is unique by itself, the project says whose it is. */
export type ObjectKey = { projectId: string; installationId: string; objectName: string };
/** With whose turn it is charged to. */
export type HeldOperation = Lease & { installationId: string };
export type Lease = { id: string; projectId: string; fence: number };

export type LogLine = NumberedLine & { projectId: string; operationId: string };

export type LogStore = {
  add(projectId: string, operationId: string, lines: readonly NumberedLine[]): Promise<void>;
  /** Lines of many operations. */
  addAll(lines: readonly LogLine[]): Promise<void>;
  /** Oldest first. Of more than these the first and the last, and one between them that says how many are left out. */
  list(projectId: string, operationId: string, size: { first: number; last: number }): Promise<NumberedLine[]>;
  /** Whether something `like` this was said after then; `%` stands for anything. */
  has(projectId: string, operationId: string, line: { like: string; since: number }): Promise<boolean>;
  /** Deletes some of the lines from before then, of all projects; how many it found. */
  dropOlder(before: number, limit: number): Promise<number>;
};

/** As it is now: its body is null when retention dropped it. */
export type SentMessage = { numRecords: number; body: string | null; resultJson: string | null };

/** The pages of operations; see domain/ledger. */
export type PageStore = {
  add(projectId: string, operationId: string, pages: readonly PageEntry[]): Promise<void>;
  /** The first `single` pages one by one, the others in sums over `per` pages each; in order. */
  list(projectId: string, operationId: string, size: { single: number; per: number }): Promise<PageSum[]>;
  /** Deletes some of the pages from before then, of all projects; how many it found. */
  dropOlder(before: number, limit: number): Promise<number>;
};

/**
 * A message whose delivery became final. `isNews`: it was pending, or had been found to reach nobody (`wasUndelivered`)
 * and was delivered after all.
 */
export type SettledMessage = { operationId: string; numRecords: number; isNews: boolean; wasUndelivered: boolean };

export type MessageStore = {
  /** Held messages wait to be asked for: they are neither pending nor settled, and no retention drops them. */
  add(messages: readonly Message[], how: { createTime: number; isHeld: boolean }): Promise<void>;
  /** For notifications, which knows messages of all projects by id. Without those whose bodies were dropped. */
  bodies(ids: readonly string[]): Promise<MessageBody[]>;
  /** The messages of a page, in order. */
  ofPage(of: ObjectKey, page: { firstSequence: number; messages: number }): Promise<SentMessage[]>;
  /** Grants the downloads among these messages until then. */
  extendDownloads(ids: readonly string[], downloadUntil: number): Promise<void>;
  /** The result of a download that is granted at `now`. */
  findResult(messageId: string, now: number): Promise<string | undefined>;
  /** Settles those of which that is news; returns all that there are. */
  settle(
    projectId: string,
    ids: readonly string[],
    how: { isUndelivered: boolean; settleTime: number },
  ): Promise<SettledMessage[]>;
  /** Empties bodies settled before then, at most `limit`; returns how many. */
  dropBodies(settledBefore: number, limit: number): Promise<number>;
};

export type HeldMessage = { id: string; operationId: string };

export type HeldMessageStore = {
  /** Lets the oldest of an object go, at most `limit`: they are pending from here on. */
  release(key: ObjectKey, limit: number): Promise<HeldMessage[]>;
  hasAny(key: ObjectKey): Promise<boolean>;
  /** Objects of which something is held that was asked for. */
  listOwing(limit: number): Promise<ObjectKey[]>;
  /** Nobody can ask for them any more: settles them, and retention does the rest. Returns their records, by operation. */
  discardAll(
    projectId: string,
    installationId: string,
    settleTime: number,
  ): Promise<{ operationId: string; records: number }[]>;
};

type InstallationKey = { projectId: string; installationId: string };

/** What providers answered, sealed; see kept_page.ts. */
export type KeptStore = {
  findKey(of: InstallationKey): Promise<string | undefined>;
  /** Nothing when the installation has one already. */
  addKey(key: InstallationKey & { sealed: string; createTime: number }): Promise<void>;
  /** From here on nothing that was kept of the installation can be read. */
  dropKey(of: InstallationKey): Promise<void>;
  /** Bodies that lie here already stay, for as long as the newest page that needs them. */
  add(of: InstallationKey & { operationId: string }, pages: readonly PageToKeep[], expireTime: number): Promise<void>;
  range(projectId: string, operationId: string): Promise<KeptRange | undefined>;
  findPage(projectId: string, operationId: string, pageSeq: number): Promise<StoredPage | undefined>;
  findBody(of: InstallationKey, address: string): Promise<Uint8Array | undefined>;
  /** Deletes some of what is over by then, of all projects; how much it found. */
  dropExpired(before: number, limit: number): Promise<number>;
};

export type ReplayStore = {
  insert(projectId: string, operationId: string, config: ReplayConfig): Promise<void>;
  find(projectId: string, operationId: string): Promise<ReplayResult | undefined>;
  update(projectId: string, operationId: string, difference: Difference): Promise<void>;
  /** The id of one that is under way and does the same. */
  findOpen(of: InstallationKey, replay: Replay & { config: ReplayConfig }): Promise<string | undefined>;
};

/** See usecases/boundary.ts. */
export type BoundaryStore = {
  find(object: ObjectKey, keys: readonly string[]): Promise<Note[]>;
  count(object: ObjectKey): Promise<number>;
  /** Writes or replaces; `operationId` is the one that saw them. */
  put(object: ObjectKey, operationId: string, notes: readonly Note[]): Promise<void>;
  /** Drops what this operation did not see, and what is older than `from`. */
  settle(object: ObjectKey, operationId: string, from: number): Promise<void>;
  deleteAll(projectId: string, installationId: string): Promise<void>;
};

export type DueSweep = ObjectKey & { id: string; cron: string };

export type SweepStore = {
  find(key: ObjectKey): Promise<Sweep | undefined>;
  /** Makes it or gives it another schedule; the scope is that of the first ids. */
  save(key: ObjectKey, change: { id: string; cron: string; nextTime: number | null; scope: string }): Promise<void>;
  /** Locks due sweeps for this transaction. */
  claimDue(limit: number): Promise<DueSweep[]>;
  setNextTime(key: ObjectKey, nextTime: number | null): Promise<void>;
  /** The next number. In another scope nothing is known yet. */
  begin(key: ObjectKey, scope: string): Promise<void>;
  /** The provider said that this was the end of the list. */
  noteWhole(sweep: Sweep): Promise<void>;
  remove(key: ObjectKey): Promise<void>;
  removeAll(projectId: string, installationId: string): Promise<void>;
  /** Deletes ids of one object that are known no more, at most `limit`. False when there were none anywhere. */
  dropForgotten(limit: number): Promise<boolean>;
};

export type KnownRecordStore = {
  see(key: ObjectKey, ids: readonly string[], sweep: number): Promise<void>;
  forget(key: ObjectKey, ids: readonly string[]): Promise<void>;
  /** Of those seen `from` a sweep on: how many there are, and how many were last seen before this sweep, or before that. */
  count(key: ObjectKey, seen: { from: number; sweep: number; earlier: number }): Promise<Missed>;
  /** Ids last seen `from` that sweep on and `before` this. */
  list(key: ObjectKey, seen: { from: number; before: number }, limit: number): Promise<string[]>;
};

/** Structurally an event of lib/events, which domain does not know. */
export type OutgoingEvent = { id: string; type: string; projectId: string; time: number; payload: object };

export type Stores = {
  sweeps: SweepStore;
  knownRecords: KnownRecordStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  pages: PageStore;
  messages: MessageStore;
  heldMessages: HeldMessageStore;
  kept: KeptStore;
  replays: ReplayStore;
  rateBudgets: RateBudgetStore;
  boundary: BoundaryStore;
  outbox: { add(...events: OutgoingEvent[]): Promise<void> };
  /** True the first time an event id is seen; in the transaction of its effect. */
  inbox: { accept(eventId: string): Promise<boolean> };
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};
