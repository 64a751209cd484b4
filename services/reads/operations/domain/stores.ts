import type { ArchivedRange, PageToArchive, StoredPage } from '../../archive/domain/archived_page.ts';
import type { DestinationStore } from '../../destinations/domain/destination.ts';
import type { Note } from '../../boundary/domain/boundary.ts';
import type { Message, MessageBody } from '../../messages/domain/message.ts';
import type { PageEntry, PageSum } from './ledger.ts';
import type { Difference } from '../../replays/domain/difference.ts';
import type { Replay, ReplayConfig, ReplayResult } from './replay.ts';
import type { RateBudgetStore } from '../../rate_limits/domain/rate_budget_store.ts';
import type { Lease } from '../../../../lib/work/domain/lease.ts';
import type { LogStore } from '../../../../lib/work/domain/operation_log.ts';
import type { Missed, Sweep } from '../../deletes/domain/sweep.ts';
import type { ToldDeletionStore, UndeliveredStore } from '../../deliveries/domain/undelivered.ts';
import type { ScheduleStore } from '../../schedules/domain/schedule_store.ts';
import type { OperationStore } from './operation_store.ts';

/** The key of an object. The installation id is unique by itself; the project id scopes it to the tenant. */
export type ObjectKey = { projectId: string; installationId: string; objectName: string };
/** A lease, with the installation that its slot time is charged to. */
export type HeldOperation = Lease & { installationId: string };

/** A message as it is now. Its body is null after its retention. */
export type SentMessage = { numRecords: number; body: string | null; resultJson: string | null };

/** The pages of operations; see operations/domain/ledger.ts. */
export type PageStore = {
  add(projectId: string, operationId: string, pages: readonly PageEntry[]): Promise<void>;
  /** The first `single` pages one by one, the others summed per `per` pages; in order. */
  list(projectId: string, operationId: string, size: { single: number; per: number }): Promise<PageSum[]>;
  /** Deletes up to `limit` pages older than `before`, of all projects; returns how many it found. */
  dropOlder(before: number, limit: number): Promise<number>;
};

/**
 * A message whose delivery is final. `isNews`: its state changed, from pending, or from undelivered (`wasUndelivered`)
 * to delivered.
 */
export type SettledMessage = HeldChange & {
  id: string;
  isNews: boolean;
  wasUndelivered: boolean;
  wasHeld: boolean;
  /** Of its records, Unix ms; null when one of them has none. */
  oldestTime: number | null;
};

export type HeldChange = ObjectKey & { operationId: string; numRecords: number };

export type MessageStore = {
  /**
   * Messages added as held wait until they are requested: they are neither pending nor settled, and retention does not drop
   * them.
   */
  add(messages: readonly Message[], how: { createTime: number; isHeld: boolean }): Promise<void>;
  /** Bodies by message id, across projects, for the notifications service. Omits messages whose bodies were dropped. */
  bodies(ids: readonly string[]): Promise<MessageBody[]>;
  /** The messages of a page, in order. */
  ofPage(of: ObjectKey, page: { firstSequence: number; messages: number }): Promise<SentMessage[]>;
  /** The next `limit` messages of an object before the sequence `below`, newest first, each with whether it has a record. */
  findRecord(
    of: ObjectKey,
    query: { hash: Uint8Array; below: number | null; limit: number },
  ): Promise<{ id: string; sequence: number; operationId: string; hasRecord: boolean }[]>;
  /** Allows the downloads of these messages until then. Unix ms. */
  extendDownloads(ids: readonly string[], downloadUntil: number): Promise<void>;
  /** The result of a download that is allowed at `now`. */
  findResult(messageId: string, now: number): Promise<string | undefined>;
  /** Settles the messages whose state changes; returns all that exist. */
  settle(
    projectId: string,
    ids: readonly string[],
    how: { isUndelivered: boolean; settleTime: number },
  ): Promise<SettledMessage[]>;
  /**
   * Notes that pending messages are held by their destination, or released. Returns those that changed; a `seq` that is
   * not higher than the last one changes nothing.
   */
  setHeld(projectId: string, ids: readonly string[], how: { isHeld: boolean; seq: number }): Promise<HeldChange[]>;
  /** Deletes up to `limit` bodies that were settled before then; returns how many. */
  dropBodies(settledBefore: number, limit: number): Promise<number>;
  /** Deletes up to `limit` messages without a body that were settled before then; returns how many. */
  dropRows(settledBefore: number, limit: number): Promise<number>;
};

export type HeldMessage = { id: string; operationId: string; sequence: number };

export type HeldMessageStore = {
  /** Releases up to `limit` of an object's oldest messages: they become pending. */
  release(key: ObjectKey, limit: number): Promise<HeldMessage[]>;
  hasAny(key: ObjectKey): Promise<boolean>;
  /** Objects that hold messages and have open requests for them. */
  listOwing(limit: number): Promise<ObjectKey[]>;
  /**
   * Settles held messages that can no longer be requested; retention deletes them later. Returns their record counts
   * per operation.
   */
  discardAll(
    projectId: string,
    installationId: string,
    settleTime: number,
  ): Promise<{ operationId: string; records: number }[]>;
};

type InstallationKey = { projectId: string; installationId: string };

/** The archived responses of providers, encrypted; see archived_page.ts. */
export type ArchiveStore = {
  findKey(of: InstallationKey): Promise<string | undefined>;
  /** Does nothing when the installation already has a key. */
  addKey(key: InstallationKey & { sealed: string; createTime: number }): Promise<void>;
  /** Deletes the key. Without it nothing archived of the installation can be decrypted. */
  dropKey(of: InstallationKey): Promise<void>;
  /** A body that is already stored stays; its expiry becomes that of the newest page that uses it. */
  add(
    of: InstallationKey & { operationId: string },
    pages: readonly PageToArchive[],
    expireTime: number,
  ): Promise<void>;
  range(projectId: string, operationId: string): Promise<ArchivedRange | undefined>;
  findPage(projectId: string, operationId: string, pageSeq: number): Promise<StoredPage | undefined>;
  findBody(of: InstallationKey, address: string): Promise<Uint8Array | undefined>;
  /** Deletes up to `limit` expired rows of all projects; returns how many it found. */
  dropExpired(before: number, limit: number): Promise<number>;
};

export type ReplayStore = {
  insert(projectId: string, operationId: string, config: ReplayConfig): Promise<void>;
  find(projectId: string, operationId: string): Promise<ReplayResult | undefined>;
  update(projectId: string, operationId: string, difference: Difference): Promise<void>;
  /** The id of a running replay with the same options. */
  findOpen(of: InstallationKey, replay: Replay & { config: ReplayConfig }): Promise<string | undefined>;
};

/** See boundary/usecases/boundary.ts. */
export type BoundaryStore = {
  find(object: ObjectKey, keys: readonly string[]): Promise<Note[]>;
  count(object: ObjectKey): Promise<number>;
  /** Inserts or replaces. `operationId` is the operation that saw the records. */
  put(object: ObjectKey, operationId: string, notes: readonly Note[]): Promise<void>;
  /** Deletes records that this operation did not see, and records older than `from`. */
  settle(object: ObjectKey, operationId: string, from: number): Promise<void>;
  /** Deletes the records whose last version was in one of these messages. */
  forgetMessages(object: ObjectKey, messageIds: readonly string[]): Promise<void>;
  deleteAll(projectId: string, installationId: string): Promise<void>;
};

export type DueSweep = ObjectKey & { id: string; cron: string };

export type SweepStore = {
  find(key: ObjectKey): Promise<Sweep | undefined>;
  /** Creates the sweep or changes its schedule. An existing sweep keeps its scope. */
  save(key: ObjectKey, change: { id: string; cron: string; nextTime: number | null; scope: string }): Promise<void>;
  /** Locks due sweeps for this transaction. */
  claimDue(limit: number): Promise<DueSweep[]>;
  setNextTime(key: ObjectKey, nextTime: number | null): Promise<void>;
  /** Notes a start that waits for the destination. */
  noteMissed(key: ObjectKey): Promise<void>;
  /** Makes the sweep due when a start was missed. */
  startMissed(key: ObjectKey): Promise<void>;
  /** Increments the sweep number. A changed scope starts with no known ids. */
  begin(key: ObjectKey, scope: string): Promise<void>;
  /** Records that the provider confirmed the end of the list. */
  noteWhole(sweep: Sweep): Promise<void>;
  remove(key: ObjectKey): Promise<void>;
  removeAll(projectId: string, installationId: string): Promise<void>;
  /** Deletes up to `limit` forgotten ids of one object. Returns false when no object has any. */
  dropForgotten(limit: number): Promise<boolean>;
};

export type KnownRecordStore = {
  see(key: ObjectKey, ids: readonly string[], sweep: number): Promise<void>;
  forget(key: ObjectKey, ids: readonly string[]): Promise<void>;
  /**
   * Of the ids seen since sweep `from`: their number, how many this sweep missed, and how many the earlier one missed
   * too.
   */
  count(key: ObjectKey, seen: { from: number; sweep: number; earlier: number }): Promise<Missed>;
  /** Ids last seen in sweep `from` or later, and before sweep `before`. */
  list(key: ObjectKey, seen: { from: number; before: number }, limit: number): Promise<string[]>;
};

/** Structurally an event of lib/events, which domain must not import. */
export type OutgoingEvent = { id: string; type: string; projectId: string; time: number; payload: object };

/** The service whose outbox has the event. */
type Producer = 'identity' | 'installation' | 'reads' | 'notifications';

export type Stores = {
  destinations: DestinationStore;
  undelivered: UndeliveredStore;
  toldDeletions: ToldDeletionStore;
  sweeps: SweepStore;
  knownRecords: KnownRecordStore;
  schedules: ScheduleStore;
  operations: OperationStore;
  logs: LogStore;
  pages: PageStore;
  messages: MessageStore;
  heldMessages: HeldMessageStore;
  archive: ArchiveStore;
  replays: ReplayStore;
  rateBudgets: RateBudgetStore;
  boundary: BoundaryStore;
  outbox: { add(...events: OutgoingEvent[]): Promise<void> };
  /** True the first time an event id is seen. Runs in the transaction of the event's effect. */
  inbox: { accept(eventId: string, producer: Producer): Promise<boolean>; purge(limit: number): Promise<number> };
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
};
